"""(state, prompt, view) -> a colour and pattern per space. Knows rules; touches no hardware."""
