"""Players that choose moves: computers, engines that speak UAI, Python files, and the texts that name them."""
