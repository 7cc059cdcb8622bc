"""The browser's side of the game: the only Python, besides main.py, that touches the page."""
