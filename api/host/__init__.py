"""What a host does and sees: tables opened, listed and put away, never their secrets."""
