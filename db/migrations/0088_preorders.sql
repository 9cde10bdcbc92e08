-- Needs a stop.
-- A skin without a file is sold ahead until a day of São Paulo (docs/rulings.md, 'Pre-order').
create table preorders (
  sku text primary key,
  until text not null,
  -- The day is over and no file came: it is off sale until staff decide.
  is_over boolean not null default false
);

-- What its buyer read before the payment, whatever staff set later.
alter table order_items add column preorder_until text;

alter table grants drop constraint grants_waits_for_check,
  add constraint grants_waits_for_check check (waits_for in ('staff', 'update', 'release', 'claim', 'examination'));
create index grants_awaiting_release on grants (order_id) where waits_for = 'release';

-- `ahead_until`: it is sold ahead, and its file is still to come.
drop view bought_items;
create view bought_items as
  select item.*, owed.id as grant_id, owed.owner_id, owed.state, owed.state is distinct from 'revoked' as kept,
    owed.link, owed.file_id, owed.key_id,
    case when owed.id is null or owed.waits_for = 'release' then item.preorder_until end as ahead_until
  from order_items item left join grants owed on owed.item_id = item.id;
create or replace view owed_items as
  select item.id, item.order_id, item.position, coalesce(owed.sku, item.sku) as sku,
    coalesce(owed.skin_name, item.skin_name) as skin_name,
    coalesce(owed.champion_name, item.champion_name) as champion_name,
    coalesce(owed.splash_art_url, item.splash_art_url) as splash_art_url,
    item.price_cents, item.discount_cents, item.paid_cents, item.placed_at, owed.id as grant_id, owed.owner_id, owed.state,
    owed.state is distinct from 'revoked' as kept, owed.link, owed.file_id, owed.key_id,
    case when owed.id is null or owed.waits_for = 'release' then item.preorder_until end as ahead_until
  from order_items item left join grants owed on owed.item_id = item.id;

alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in ('paid_twice', 'overpaid', 'already_owned', 'no_account', 'staff', 'cancelled', 'at_provider', 'sold_out',
    'preorder_over')
);
