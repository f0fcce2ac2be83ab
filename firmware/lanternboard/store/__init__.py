"""Journals and settings on flash. Knows only base."""
