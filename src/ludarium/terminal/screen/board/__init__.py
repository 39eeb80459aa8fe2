"""The board widget: painting cells, labels at the edges, animation."""
