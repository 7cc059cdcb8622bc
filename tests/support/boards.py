"""Boards that look like boards in a test."""


def board(top: str, middle: str, bottom: str) -> str:
    """The nine characters of a board, from its three rows."""
    return top + middle + bottom
