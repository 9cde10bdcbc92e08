-- Proof of delivery: what happened to the link of an item, and from where. Kept for 180 days.
create table delivery_records (
  id uuid primary key default gen_random_uuid(),
  order_item_id uuid not null references order_items (id) on delete cascade,
  -- Whose link it was. null: the account is gone; the record stays as proof and names nobody.
  user_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('link_sent', 'page_opened', 'downloaded')),
  at timestamptz not null,
  -- A network, not an address: /24 of IPv4, /48 of IPv6. null: the shop itself did it.
  network text,
  -- 'Android', 'Windows', …; null: the shop itself did it, or the device does not say.
  device text,
  -- One record for each of these: the day of an opened page, the minute of a download, the moment of a sent link.
  once text not null,
  unique (order_item_id, once)
);
create index delivery_records_by_age on delivery_records (at);
create index delivery_records_by_user on delivery_records (user_id) where user_id is not null;
