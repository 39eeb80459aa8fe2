"""Games of servers, tournaments and files in one columnar file, and what was played in a position."""
