-- Coupons and creator codes. A code is never deleted: orders name it, and it is switched off instead.
create table coupons (
  code text primary key check (code ~ '^[A-Z0-9_-]{3,30}$'),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents > 0),
  valid_from timestamptz,
  -- The first moment at which it is expired.
  valid_to timestamptz,
  max_uses integer check (max_uses > 0),
  max_per_person integer check (max_per_person > 0),
  min_total_cents integer check (min_total_cents > 0),
  champion_id text,
  -- Whose sales it counts.
  creator text,
  active boolean not null default true,
  created_at timestamptz not null,
  check ((percent is null) <> (amount_cents is null)),
  check (valid_from < valid_to)
);

-- An order uses its coupon until it ends unpaid: who counts the uses of a coupon counts its orders, under its lock.
alter table orders
  add column coupon_code text,
  add column discount_cents integer not null default 0;
-- What the coupon takes off this item. Its share of what was paid goes by the rest.
alter table order_items add column discount_cents integer not null default 0;

-- The items whose money a refund sends back; null: a sum, whatever it is for.
alter table refunds add column item_ids uuid[];
