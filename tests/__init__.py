"""Tests of the engine, of the tools, and of the page in real browsers."""
