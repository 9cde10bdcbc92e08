-- What waits for the file of its skin: for its update, or until it was looked at.
create index concurrently grants_awaiting_file on grants (order_id) where waits_for in ('update', 'examination');
