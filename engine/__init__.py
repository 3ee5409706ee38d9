"""The rules, pure: how events make the state, and how intent makes events."""
