"""The web's side of the edge: bodies in, answers and problems out, and the document that tells of both."""
