-- Whoever asked for 'Avise-me'.
create index concurrently wishes_awaiting_file on wishes (user_id) where awaits_file;
