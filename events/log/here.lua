-- KEYS: here. ARGV: seconds that this is believed, a process, how many follow the table there.
local now = tonumber(redis.call('TIME')[1])
local said = redis.call('HGETALL', KEYS[1])
for i = 1, #said, 2 do
  local till = tonumber(string.match(said[i + 1], ':(%d+)$'))
  if not till or till < now then redis.call('HDEL', KEYS[1], said[i]) end
end
if tonumber(ARGV[3]) > 0 then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3] .. ':' .. (now + ARGV[1]))
  redis.call('EXPIRE', KEYS[1], ARGV[1])
else
  redis.call('HDEL', KEYS[1], ARGV[2])
end
return 1
