"""Scenarios and explanations (scenario/1, explanation/1); loaded only when asked. Knows rules."""
