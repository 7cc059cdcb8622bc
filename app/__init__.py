"""What a page needs beside the game, without a browser: session, scores, messages, views."""
