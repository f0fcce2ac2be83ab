"""Button edges to intents; the key map is a table. Knows rules; touches no hardware."""
