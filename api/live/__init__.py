"""The live feed: everybody who follows a table is told the same messages, whichever way they follow it."""
