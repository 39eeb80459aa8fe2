"""The messages between server, clients and page: JSON over HTTP and over a game's socket."""
