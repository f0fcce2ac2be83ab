"""Showdowns that nobody sits at: simulated players answer the core's prompts, and what happened is counted."""
