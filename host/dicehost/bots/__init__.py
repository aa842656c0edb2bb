"""Thinking for bots in a process of its own, so that nobody at a table waits for it."""
