-- The one reminder of an unpaid order. When the shop decided about it: who is never to get a second one has
-- a moment here, also where no proved address was found. null: not yet.
alter table orders add column reminded_at timestamptz;
