-- What the figures of a span are read by: when an order was paid and delivered, when money came in and went back.
create index concurrently orders_paid on orders (paid_at) where paid_at is not null;
create index concurrently orders_delivered on orders (completed_at) include (paid_at) where completed_at is not null;
create index concurrently charges_received on charges (paid_at) include (paid_amount_cents, gateway) where paid_at is not null;
create index concurrently charges_taken_back_at on charges (charged_back_at) where charged_back_cents > 0;
create index concurrently refunds_settled on refunds (settled_at) include (amount_cents) where status = 'refunded';
