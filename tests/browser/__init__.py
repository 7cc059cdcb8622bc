"""Tests of the page, in real browsers, on the site as it will be published."""
