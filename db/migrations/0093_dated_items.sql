-- Needs a stop. The release before dated its items while it ran. Since 0075 no process of it runs beside this one, so
-- that what it read alone goes too.
update order_items set placed_at = orders.created_at
from orders where orders.id = order_items.order_id and order_items.placed_at is null;
alter table order_items alter column placed_at set not null;
drop index order_items_without_time;

drop trigger name_role on user_roles;
drop function name_role();
alter table user_roles drop column staff_role;

-- The queue is read by `due_at` alone.
drop index orders_queue;
