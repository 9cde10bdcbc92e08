-- How often each skin was sold on each day that is over, counted by a job, because a year of items is too much to read
-- for one page. Days are those of São Paulo.
create table sold_skins (
  day date not null,
  champion_id text not null,
  skin_num integer not null,
  sold integer not null,
  revenue_cents bigint not null,
  primary key (day, champion_id, skin_num)
);
create table sold_days (day date primary key);
-- A moment of a counted day that is not what it was: an order was paid anew, or a share of its money was corrected. Rows
-- are only added, so that no payment waits for the job or for another payment.
create table sold_days_changed (paid_at timestamptz not null);

create function note_sold_day() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    insert into sold_days_changed (paid_at) values (old.paid_at);
  else
    insert into sold_days_changed (paid_at)
    select paid_at from orders where id = new.order_id and paid_at is not null;
  end if;
  return null;
end $$;
create trigger orders_paid_again after update of paid_at on orders for each row
  when (old.paid_at is not null and old.paid_at is distinct from new.paid_at) execute function note_sold_day();
create trigger order_items_share after update of paid_cents on order_items for each row
  when (old.paid_cents is distinct from new.paid_cents) execute function note_sold_day();
