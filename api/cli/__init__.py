"""The command line: `fracas serve | tables | events | scenario | rules | verify`."""

from api.cli.app import app, main

__all__ = ["app", "main"]
