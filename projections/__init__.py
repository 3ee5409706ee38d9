"""What a table can read off its events, pure, and who may see what of it."""
