-- KEYS: log. The newest version and its hash.
return {newest(KEYS[1])}
