"""The addresses of the service. Each file is thin: find the seat, ask the table, write the answer."""
