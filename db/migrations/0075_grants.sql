-- Needs a stop. What is owed for a sold item becomes a row with states: docs/decisions/grants.md says what each state of
-- the tables before becomes.
create table grants (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  order_id uuid not null,
  -- null: a gift that nobody has opened, or whose money went back; or the account is gone.
  owner_id uuid,
  -- Of all that are owed to one person for one skin, the collection shows one.
  is_shown boolean not null default false,
  state text not null check (state in ('waiting', 'ready', 'delivered', 'revoked')),
  waits_for text check (waits_for in ('staff', 'update', 'claim')),
  -- What the owner gets: of a gift perhaps another skin than its item.
  champion_id text not null,
  skin_num integer not null,
  skin_name text not null,
  champion_name text not null,
  splash_art_url text not null,
  -- What was delivered: a link, or a file that the shop stores.
  link text,
  file_id uuid,
  added_at timestamptz not null,
  delivered_at timestamptz,
  downloaded_at timestamptz,
  downloaded_version integer,
  worked_at timestamptz,
  check ((waits_for is not null) = (state = 'waiting')),
  check (link is null or file_id is null),
  check (state in ('waiting', 'revoked') or link is not null or file_id is not null),
  check (not is_shown or state <> 'revoked')
);

insert into grants
with sold as materialized (
  select item.*, orders.status, orders.paid_at, orders.completed_at, orders.is_gift, orders.created_at as ordered_at,
    case when orders.is_gift then gifts.owner_id else orders.user_id end as owner_id,
    coalesce(gifts.status = 'offered', false) as is_unclaimed,
    item.kept and orders.status in ('pending', 'completed') as is_owed,
    awaited.order_item_id is not null as awaits_update
  from orders
    join order_items item on item.order_id = orders.id
    left join gifts on gifts.order_id = orders.id
    left join awaited_updates awaited on awaited.order_item_id = item.id
  where orders.paid_at is not null or orders.status in ('pending', 'completed')
), shown as (
  select distinct on (sold.owner_id, sold.champion_id, sold.skin_num) sold.id as item_id, entry.*
  from sold left join user_collection entry
    on entry.user_id = sold.owner_id and entry.champion_id = sold.champion_id and entry.skin_num = sold.skin_num
  where sold.is_owed and sold.owner_id is not null
  order by sold.owner_id, sold.champion_id, sold.skin_num, coalesce(entry.order_id = sold.order_id, false) desc,
    sold.paid_at, sold.id
), given as (
  select sold.*, shown.item_id is not null as is_shown, shown.id as entry_id, shown.added_at, shown.delivered_at,
    shown.downloaded_at, shown.downloaded_version, shown.worked_at, shown.order_id is not distinct from sold.order_id as is_own,
    coalesce(case when shown.order_id = sold.order_id then shown.download_link end, sold.download_link) as content
  from sold left join shown on shown.item_id = sold.id
), told as (
  -- A link that a release sent in place of a stored file left the item's own as it was.
  select *, file_id is not null and content ~ '/dashboard/(colecao$|download-skin/)' as is_file from given
)
select coalesce(entry_id, gen_random_uuid()), id, order_id, owner_id, is_shown,
  case when not is_owed then 'revoked' when content is null then 'waiting' when status = 'pending' then 'ready'
    when is_unclaimed then 'waiting' else 'delivered' end,
  case when not is_owed then null when content is null and awaits_update and status = 'pending' then 'update'
    when content is null then 'staff' when status = 'completed' and is_unclaimed then 'claim' end,
  champion_id, skin_num, skin_name, champion_name, splash_art_url,
  case when not is_file then content end, case when is_file then file_id end,
  coalesce(added_at, paid_at, ordered_at),
  case when is_own then delivered_at when is_unclaimed then completed_at end,
  downloaded_at, downloaded_version, worked_at
from told order by paid_at;

alter table grants
  add primary key (id),
  add unique (item_id),
  add foreign key (item_id) references order_items (id) on delete cascade,
  add foreign key (order_id) references orders (id) on delete cascade,
  add foreign key (owner_id) references users (id) on delete set null;
create index grants_of_order on grants (order_id);
create index grants_of_owner on grants (owner_id, added_at desc, id desc);
create index grants_of_skin on grants (champion_id, skin_num);
create unique index grants_shown on grants (owner_id, champion_id, skin_num) where is_shown;
create index grants_awaiting_update on grants (order_id) where waits_for = 'update';

-- An item stays what was bought.
update order_items set champion_id = bought ->> 'champion_id', skin_num = (bought ->> 'skin_num')::integer,
  skin_name = bought ->> 'skin_name', champion_name = bought ->> 'champion_name',
  splash_art_url = bought ->> 'splash_art_url'
where bought is not null;

drop view bought_items;
drop table awaited_updates;
drop table user_collection;
drop function keep_gift_with_its_owner;
alter table order_items drop column kept, drop column download_link, drop column file_id, drop column bought;
alter table gifts drop column owner_id;
alter table orders drop column is_gift;

-- The collection of a person.
create view user_collection as
  select id, owner_id as user_id, order_id, item_id, champion_id, skin_num, skin_name, champion_name, splash_art_url,
    state, link, file_id, added_at, delivered_at, downloaded_at, downloaded_version, worked_at
  from grants where is_shown and owner_id is not null;

-- The items of an order as its buyer reads them, who never learns what the receiver of a gift took in place of one,
create view bought_items as
  select item.*, owed.id as grant_id, owed.owner_id, owed.state, owed.state is distinct from 'revoked' as kept,
    owed.link, owed.file_id
  from order_items item left join grants owed on owed.item_id = item.id;
-- and as whoever delivers and owns them does.
create view owed_items as
  select item.id, item.order_id, item.position,
    coalesce(owed.champion_id, item.champion_id) as champion_id, coalesce(owed.skin_num, item.skin_num) as skin_num,
    coalesce(owed.skin_name, item.skin_name) as skin_name,
    coalesce(owed.champion_name, item.champion_name) as champion_name,
    coalesce(owed.splash_art_url, item.splash_art_url) as splash_art_url,
    item.price_cents, item.discount_cents, item.paid_cents, item.placed_at, owed.id as grant_id, owed.owner_id, owed.state,
    owed.state is distinct from 'revoked' as kept, owed.link, owed.file_id
  from order_items item left join grants owed on owed.item_id = item.id;

-- A review ends with the last grant that its author has of the skin (0070_hidden_stays_hidden.sql).
create or replace function end_review() returns trigger language plpgsql as $$
begin
  if exists (select from grants where owner_id = old.owner_id and champion_id = old.champion_id
      and skin_num = old.skin_num and state <> 'revoked') then
    return null;
  end if;
  delete from reviews where user_id = old.owner_id and champion_id = old.champion_id and skin_num = old.skin_num
    and hidden_at is null;
  update reviews set text = '', withdrawn_at = now()
  where user_id = old.owner_id and champion_id = old.champion_id and skin_num = old.skin_num
    and withdrawn_at is null;
  return null;
end $$;
create trigger review_ends_with_skin after update of is_shown on grants
  for each row when (old.is_shown and not new.is_shown) execute function end_review();
