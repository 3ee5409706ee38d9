-- Puts a rebuilt index in place if it covers the log as it stands now.
-- KEYS: log, ids, rebuilt. ARGV: what the rebuilt index covers.
local head, hash = newest(KEYS[1])
if head == 0 then redis.call('DEL', KEYS[2], KEYS[3]) return 1 end
if head .. ':' .. hash ~= ARGV[1] or redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
redis.call('RENAME', KEYS[3], KEYS[2])
redis.call('PERSIST', KEYS[2])
return 1
