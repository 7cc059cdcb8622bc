"""What only tests need: servers that fail, storms of clicks, an oracle, a console guard."""
