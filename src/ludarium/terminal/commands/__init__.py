"""The subcommands of `ludarium` that are more than a few lines."""
