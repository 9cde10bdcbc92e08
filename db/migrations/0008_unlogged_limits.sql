-- Every call that is limited writes here, and nothing in it outlives an hour: without a write-ahead log such a
-- call waits for no disk. A crash of the database forgets the tries, an orderly restart does not.
alter table rate_limits set unlogged;
