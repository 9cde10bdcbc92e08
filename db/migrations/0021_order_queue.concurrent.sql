-- What waits for staff, in the sequence in which it is due. Orders of an earlier release stand by their payment.
create index concurrently orders_queue on orders (coalesce(due_at, paid_at), id) where status = 'pending';
