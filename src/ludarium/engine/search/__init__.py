"""How computers search: alpha-beta, Monte Carlo tree search, beam search and tablebases, and which one plays."""
