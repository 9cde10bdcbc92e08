-- The giver of a gift keeps reading what was bought, also when its receiver took another skin (docs/decisions/grants.md).
alter table order_items add column bought jsonb;
-- How often its address was corrected.
alter table gifts add column corrections integer not null default 0;

-- The items of an order as its buyer reads them: never what the receiver of a gift took in place of one.
create view bought_items as
  select id, order_id, position,
    coalesce(bought ->> 'champion_id', champion_id) as champion_id,
    coalesce((bought ->> 'skin_num')::integer, skin_num) as skin_num,
    coalesce(bought ->> 'skin_name', skin_name) as skin_name,
    coalesce(bought ->> 'champion_name', champion_name) as champion_name,
    coalesce(bought ->> 'splash_art_url', splash_art_url) as splash_art_url,
    price_cents, discount_cents, download_link, file_id, paid_cents, kept, placed_at
  from order_items;
