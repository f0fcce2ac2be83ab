"""The only room that touches hardware."""
