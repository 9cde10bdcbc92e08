-- When the order was placed, so that an index has the orders of a skin in their sequence. Null: not written yet.
alter table order_items add column placed_at timestamptz;
