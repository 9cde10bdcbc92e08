-- What the figures of a provider are read by: the codes that it gave.
create index concurrently charges_with_code on charges (code_at) include (gateway, created_at) where code_at is not null;
