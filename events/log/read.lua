-- KEYS: log. ARGV: version after which to read, how many entries at most.
local after = tonumber(ARGV[1])
return pack(after + 1, redis.call('XRANGE', KEYS[1], '(' .. after .. '-0', '+', 'COUNT', ARGV[2]))
