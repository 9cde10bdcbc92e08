-- Weeks that a buyer agreed to are no minutes of a delivery.
create index concurrently order_items_sold_ahead on order_items (order_id) where preorder_until is not null;
