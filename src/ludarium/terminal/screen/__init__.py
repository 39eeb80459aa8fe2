"""The full screen in the terminal. Only this package imports Textual, and only when the full screen is opened."""
