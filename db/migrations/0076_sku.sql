-- Needs a stop.
-- What is sold has one key (docs/rulings.md, 'Sku'): `lol:Ahri:3` in the place of champion and number. A table is written
-- anew once, and an index that had both columns goes with the second one.
drop trigger review_ends_with_skin on grants;
drop view user_collection;
drop view bought_items;
drop view owed_items;

alter table skins add column sku text;
update skins set sku = 'lol:' || champion_id || ':' || num;
alter table skins drop constraint skins_pkey, add primary key (sku);
create index skins_of_champion on skins (champion_id, num);

alter table splash_colors alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table splash_colors rename column champion_id to sku;
alter table splash_colors drop column skin_num, add primary key (sku);

alter table products alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table products rename column champion_id to sku;
alter table products drop column skin_num;
create unique index products_skin on products (sku) where sku is not null;

alter table order_items alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table order_items rename column champion_id to sku;
alter table order_items drop column skin_num, add unique (order_id, sku);
create index order_items_of_skin_in_time on order_items (sku, placed_at desc, order_id desc);

alter table grants alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table grants rename column champion_id to sku;
alter table grants drop column skin_num;
create index grants_of_skin on grants (sku);
create unique index grants_shown on grants (owner_id, sku) where is_shown;

alter table sold_skins alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table sold_skins rename column champion_id to sku;
alter table sold_skins drop column skin_num, add primary key (day, sku);

alter table skin_files alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table skin_files rename column champion_id to sku;
alter table skin_files drop column skin_num, add primary key (sku);
create index skin_files_news on skin_files (sku) where is_news;
create index skin_files_mend_news on skin_files (sku) where is_mend_news;

alter table held_deliveries alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table held_deliveries rename column champion_id to sku;
alter table held_deliveries drop column skin_num, add unique (sku);

alter table wishes alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table wishes rename column champion_id to sku;
alter table wishes drop column skin_num, add unique (user_id, sku);

alter table tickets alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table tickets rename column champion_id to sku;
alter table tickets drop column skin_num;

alter table review_requests alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table review_requests rename column champion_id to sku;
alter table review_requests drop column skin_num, add primary key (user_id, sku);

alter table reviews alter column champion_id type text using 'lol:' || champion_id || ':' || skin_num;
alter table reviews rename column champion_id to sku;
alter table reviews drop column skin_num, add unique (user_id, sku);
create index reviews_of_skin on reviews (sku, created_at desc, id desc)
  include (stars) where hidden_at is null and withdrawn_at is null;

create or replace function announce_review() returns trigger language plpgsql as $$
begin
  perform pg_notify('fulgor_live', json_build_object('topic', 'reviews', 'event', 'changed',
    'data', json_build_object('sku', (coalesce(new, old)).sku))::text);
  return null;
end $$;

create view user_collection as
  select id, owner_id as user_id, order_id, item_id, sku, skin_name, champion_name, splash_art_url,
    state, link, file_id, added_at, delivered_at, downloaded_at, downloaded_version, worked_at
  from grants where is_shown and owner_id is not null;

-- The items of an order as its buyer reads them, who never learns what the receiver of a gift took in place of one,
create view bought_items as
  select item.*, owed.id as grant_id, owed.owner_id, owed.state, owed.state is distinct from 'revoked' as kept,
    owed.link, owed.file_id
  from order_items item left join grants owed on owed.item_id = item.id;
-- and as whoever delivers and owns them does.
create view owed_items as
  select item.id, item.order_id, item.position, coalesce(owed.sku, item.sku) as sku,
    coalesce(owed.skin_name, item.skin_name) as skin_name,
    coalesce(owed.champion_name, item.champion_name) as champion_name,
    coalesce(owed.splash_art_url, item.splash_art_url) as splash_art_url,
    item.price_cents, item.discount_cents, item.paid_cents, item.placed_at, owed.id as grant_id, owed.owner_id, owed.state,
    owed.state is distinct from 'revoked' as kept, owed.link, owed.file_id
  from order_items item left join grants owed on owed.item_id = item.id;

create or replace function end_review() returns trigger language plpgsql as $$
begin
  if exists (select from grants where owner_id = old.owner_id and sku = old.sku and state <> 'revoked') then
    return null;
  end if;
  delete from reviews where user_id = old.owner_id and sku = old.sku and hidden_at is null;
  update reviews set text = '', withdrawn_at = now()
  where user_id = old.owner_id and sku = old.sku and withdrawn_at is null;
  return null;
end $$;
create trigger review_ends_with_skin after update of is_shown on grants
  for each row when (old.is_shown and not new.is_shown) execute function end_review();
