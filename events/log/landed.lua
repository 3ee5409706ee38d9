-- KEYS: log, ids. ARGV: key of a command. Whether the index covers the log, and what it says.
local head, hash = newest(KEYS[1])
local covered = (redis.call('HGET', KEYS[2], 'covers') or '0:') == (head == 0 and '0:' or head .. ':' .. hash)
return {covered and 1 or 0, redis.call('HGET', KEYS[2], ARGV[1]) or ''}
