"""The tables that are open in this process: one history and one queue each, kept in step with the log."""
