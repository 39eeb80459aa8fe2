"""Running the server: processes, logs, metrics, health."""
