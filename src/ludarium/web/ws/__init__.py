"""The WebSocket of a game: connections and request handlers."""
