"""Tasks that take thought: moves of computers, hints, analyses, reviews, scripts."""
