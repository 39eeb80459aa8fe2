"""What is certain of a game: tablebases, tables of endings, and proofs."""
