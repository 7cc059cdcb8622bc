"""Tests of the engine, a module for each of its modules."""
