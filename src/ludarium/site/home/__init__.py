"""What runs in the browser: the house in a Web Worker, and a mind in another."""
