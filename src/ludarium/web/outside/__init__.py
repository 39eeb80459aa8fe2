"""Games from outside the package, each served by a process of its own."""
