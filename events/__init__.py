"""What happened at a table: the facts, their envelope, their bytes and their chain."""
