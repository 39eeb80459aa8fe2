"""Players that choose moves: computers, engines that speak UAI, and the texts that name them."""
