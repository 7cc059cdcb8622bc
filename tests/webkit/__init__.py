"""The built site in WebKit, the engine of Safari."""
