"""What rulebooks have in common, said once; a rule set hands in how it differs."""
