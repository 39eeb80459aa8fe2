"""The server, and the page it serves."""
