"""The house as a static site, without a server."""
