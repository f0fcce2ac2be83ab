"""What a face with words shows: sentences for prompts and events. Pure; knows rules."""
