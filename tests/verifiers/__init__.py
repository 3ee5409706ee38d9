"""The two verifiers held to shared vectors and to the same tampering."""
