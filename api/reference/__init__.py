"""The pages of docs/reference, written from the code: one module for each page."""
