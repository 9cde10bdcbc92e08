-- Needs a stop.
-- A product may hold a stock of one-time texts, and one of them is what a sale of it delivers (docs/decisions/files-of-skins.md).
create table stock_keys (
  id uuid primary key default gen_random_uuid(),
  sku text not null,
  sealed text not null,
  -- Of the text, so that nobody puts it in twice: shop/delivery/keys/digest-key.ts.
  digest text not null unique,
  last_four text not null,
  added_at timestamptz not null,
  -- Its line of the list that it came in.
  line integer not null,
  added_by uuid references users (id) on delete set null,
  -- null: it is in stock. What was taken is never put back, whatever becomes of its sale.
  taken_at timestamptz,
  item_id uuid unique references order_items (id) on delete set null,
  check (item_id is null or taken_at is not null)
);
create index stock_keys_of_product on stock_keys (sku);
create index stock_keys_in_stock on stock_keys (sku, added_at, line) where taken_at is null;

alter table grants
  add column key_id uuid unique references stock_keys (id),
  drop constraint grants_check1,
  drop constraint grants_check2,
  add constraint grants_one_content check (num_nonnulls(link, file_id, key_id) <= 1),
  add constraint grants_have_content check (state in ('waiting', 'revoked') or num_nonnulls(link, file_id, key_id) = 1);

create or replace view user_collection as
  select id, owner_id as user_id, order_id, item_id, sku, skin_name, champion_name, splash_art_url,
    state, link, file_id, added_at, delivered_at, downloaded_at, downloaded_version, worked_at, key_id
  from grants where is_shown and owner_id is not null;
create or replace view bought_items as
  select item.*, owed.id as grant_id, owed.owner_id, owed.state, owed.state is distinct from 'revoked' as kept,
    owed.link, owed.file_id, owed.key_id
  from order_items item left join grants owed on owed.item_id = item.id;
create or replace view owed_items as
  select item.id, item.order_id, item.position, coalesce(owed.sku, item.sku) as sku,
    coalesce(owed.skin_name, item.skin_name) as skin_name,
    coalesce(owed.champion_name, item.champion_name) as champion_name,
    coalesce(owed.splash_art_url, item.splash_art_url) as splash_art_url,
    item.price_cents, item.discount_cents, item.paid_cents, item.placed_at, owed.id as grant_id, owed.owner_id, owed.state,
    owed.state is distinct from 'revoked' as kept, owed.link, owed.file_id, owed.key_id
  from order_items item left join grants owed on owed.item_id = item.id;

-- Of two who paid for the last one.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in ('paid_twice', 'overpaid', 'already_owned', 'no_account', 'staff', 'cancelled', 'at_provider', 'sold_out')
);
