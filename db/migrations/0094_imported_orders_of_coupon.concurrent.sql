-- The uses of a coupon that came along.
create index concurrently imported_orders_of_coupon on imported_orders ((record ->> 'coupon')) where source = 'fulgor';
