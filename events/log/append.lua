-- Adds a group of commands at the expected version, all of it or nothing.
-- KEYS: log, ids. ARGV: expected version, its hash ('' when not given), most entries to hand back, number of commands,
-- then for each command its key, its digest, its number of entries, and for each entry body, salt and hash.
-- Everything is looked at before the first write, and the first write is the only one that can still be refused.
local log, ids = KEYS[1], KEYS[2]
local expected, commands = tonumber(ARGV[1]), tonumber(ARGV[4])

local at = 5
for _ = 1, commands do
  local n = tonumber(ARGV[at + 2])
  if not n or n < 1 then return redis.error_reply('FRACAS malformed group') end
  at = at + 3 + 3 * n
end
if at ~= #ARGV + 1 then return redis.error_reply('FRACAS malformed group') end

local head, hash = newest(log)
if head < 0 then return {'stray', -head, ''} end

local held = hash
if expected < head then
  local there = redis.call('XRANGE', log, expected .. '-0', expected .. '-0')[1]
  held = expected == 0 and string.rep('\0', 32) or there and there[2][6]
end
if expected > head or (ARGV[2] ~= '' and ARGV[2] ~= held) then return {'forked', head, hash} end

local asked, landed, known = {}, nil, {}
at = 5
for c = 1, commands do
  asked[c] = ARGV[at]
  at = at + 3 + 3 * tonumber(ARGV[at + 2])
end
landed = redis.call('HMGET', ids, 'covers', unpack(asked))
if head == 0 and redis.call('EXISTS', ids) == 1 or head > 0 and landed[1] ~= head .. ':' .. hash then
  return {'unindexed', head, hash}
end
for c = 1, commands do
  if landed[c + 1] then known[#known + 1], known[#known + 2] = asked[c], landed[c + 1] end
end
if #known > 0 or head ~= expected then
  local missed = redis.call('XRANGE', log, '(' .. expected .. '-0', '+', 'COUNT', ARGV[3])
  return {#known > 0 and 'known' or 'moved', head, hash, known, pack(expected + 1, missed)}
end

local index = {}
at = 5
for _ = 1, commands do
  local key, digest, n = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
  for e = at + 3, at + 3 * n, 3 do
    head, hash = head + 1, ARGV[e + 2]
    redis.call('XADD', log, head .. '-0', 'e', ARGV[e], 's', ARGV[e + 1], 'h', hash)
  end
  index[#index + 1], index[#index + 2] = key, (head - n + 1) .. ':' .. n .. ':' .. digest
  at = at + 3 + 3 * n
end
redis.call('HSET', ids, 'covers', head .. ':' .. hash, unpack(index))
return head
