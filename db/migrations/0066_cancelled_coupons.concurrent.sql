-- The orders that were cancelled unpaid a moment ago: one of their codes may still be paid, with their coupon.
create index concurrently orders_cancelled_with_coupon on orders (coupon_code, cancelled_at)
  where coupon_code is not null and status = 'cancelled' and paid_at is null;
