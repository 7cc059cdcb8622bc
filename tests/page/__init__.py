"""Tests of what touches the page, in a fake browser, a module for each of its modules."""
