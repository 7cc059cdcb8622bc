"""The commands of the project: `python3 -m tools` lists them."""
