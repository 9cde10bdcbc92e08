-- What waits for staff, in the sequence in which it is due. What waits for somebody else has no due date and stands last.
create index concurrently orders_due on orders (coalesce(due_at, '2200-01-01T00:00:00Z'::timestamptz), id) where status = 'pending';
