-- What each item was really paid with, and whether its buyer keeps it. Both columns are added without touching the rows
-- that are there: an item without `paid_cents` was paid at its price, and most items are kept.
alter table order_items
  -- Its share of a payment of another sum than the prices.
  add column paid_cents integer,
  -- false: its money went back or is owed back, so it has no download.
  add column kept boolean not null default true;

-- The few that are not: everything of an order went back,
update order_items set kept = false
where order_id in (
  select order_id from charges where status = 'refunded'
  except select order_id from charges where status in ('paid', 'held'));
-- or the skin was owned already through an order that was paid before, and its price is owed or sent back.
update order_items set kept = false
from orders later
where later.id = order_items.order_id
  and later.id in (select order_id from refunds where reason = 'already_owned' and status <> 'dismissed')
  and exists (
    select from orders earlier join order_items bought on bought.order_id = earlier.id
    where earlier.user_id = later.user_id and earlier.id <> later.id and earlier.status in ('pending', 'completed')
      and earlier.paid_at < later.paid_at
      and bought.champion_id = order_items.champion_id and bought.skin_num = order_items.skin_num);

-- An authentic notice that names another amount, after the payment was confirmed.
alter table charges
  add column doubted_cents integer,
  -- Since when it waits for staff; null once they have decided.
  add column doubted_at timestamptz;
create index charges_doubted on charges (order_id) where doubted_at is not null;

-- As before, with the doubts. One of an order that is not delivered yet stands among the held payments.
create or replace view attention as
  select 'amount_mismatch' as kind, charges.order_id, charges.id as charge_id, null::uuid as refund_id,
    coalesce(charges.paid_amount_cents, 0) as amount_cents, coalesce(charges.paid_at, charges.created_at) as since
  from charges
  where charges.status = 'held'
    and (coalesce(charges.paid_amount_cents, 0) = 0 or charges.paid_amount_cents > charges.charged_back_cents + (
      select coalesce(sum(refunds.amount_cents), 0) from refunds
      where refunds.charge_id = charges.id and refunds.status not in ('failed', 'dismissed')))
    -- One that could not be sent back waits as such.
    and not exists (
      select from refunds where refunds.charge_id = charges.id and refunds.status = 'failed'
        and not exists (select from refunds later where later.retry_of = refunds.id))
  union all
  select 'amount_doubt', order_id, id, null::uuid, doubted_cents, doubted_at
  from charges where doubted_at is not null and status <> 'held'
  union all
  select 'chargeback', order_id, id, null::uuid, charged_back_cents - chargeback_handled_cents,
    coalesce(charged_back_at, created_at)
  from charges where charged_back_cents > 0 and charged_back_cents > chargeback_handled_cents
  union all
  select 'refund_due', order_id, charge_id, id, amount_cents, created_at
  from refunds where status = 'due'
  union all
  select 'refund_failed', order_id, charge_id, id, amount_cents, coalesce(settled_at, created_at)
  from refunds where status = 'failed'
    and not exists (select from refunds later where later.retry_of = refunds.id)
  union all
  select 'refund_slow', order_id, charge_id, id, amount_cents, coalesce(requested_at, created_at)
  from refunds where status in ('requested', 'processing');
