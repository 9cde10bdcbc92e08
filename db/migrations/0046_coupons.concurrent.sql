-- The orders that use a coupon, of all and of one person, and what they sold.
create index concurrently orders_of_coupon on orders (coupon_code, user_id)
  include (paid_at, total_cents, discount_cents)
  where coupon_code is not null and (status <> 'cancelled' or paid_at is not null);
