-- KEYS: log, asked. Writes something, so that whoever waits for replicas waits for all that was written before too.
local head = newest(KEYS[1])
redis.call('SET', KEYS[2], head)
redis.call('EXPIRE', KEYS[2], 86400)
return head
