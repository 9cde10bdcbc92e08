-- What the figures of a span are read by, without a look at the orders themselves.
create index concurrently orders_placed on orders (created_at) include (paid_at);
create index concurrently orders_sent on orders (completed_at) include (paid_at, due_at) where completed_at is not null;
drop index concurrently if exists orders_delivered;
