"""The full screen in the terminal. Textual is imported by this folder alone, and only when somebody opens it."""
