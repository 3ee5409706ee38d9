"""Corrections: earlier steps judged again, and what a strike, an amend or an override means for what came later."""
