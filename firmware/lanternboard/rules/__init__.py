"""The rules core: pure functions of values, and the engine that asks. Knows no other room but base."""
