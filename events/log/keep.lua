-- KEYS: snapshot. ARGV: seconds that it is kept, then its fields and their values in turn.
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
