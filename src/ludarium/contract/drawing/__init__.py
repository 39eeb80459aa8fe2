"""How a board is laid out, coloured and labelled, for all surfaces."""
