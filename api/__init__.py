"""The edge: HTTP, live feed, seats, command line. The only place, with the log, that has a clock."""
