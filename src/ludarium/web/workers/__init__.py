"""Worker processes in which computers think."""
