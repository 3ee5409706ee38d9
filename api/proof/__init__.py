"""Proof: tables as files, and the check of logs, dice and seats' own frames without a server."""
