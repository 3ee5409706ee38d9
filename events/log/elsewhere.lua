-- KEYS: here. ARGV: a process. How many follow the table in all others, as far as they have said so lately.
local now = tonumber(redis.call('TIME')[1])
local said, sum = redis.call('HGETALL', KEYS[1]), 0
for i = 1, #said, 2 do
  local count, till = string.match(said[i + 1], '^(%d+):(%d+)$')
  if said[i] ~= ARGV[1] and till and tonumber(till) >= now then sum = sum + count end
end
return sum
