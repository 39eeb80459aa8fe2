"""The command line, line mode and the full screen."""
