"""The log on the Redis protocol, the only store: append, read, follow, snapshots, and a server of its own."""
