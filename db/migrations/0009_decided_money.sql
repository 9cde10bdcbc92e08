-- What staff wrote when they closed what waited at a payment; gone with the buyer's account, since it may name them.
alter table charges add column staff_note text;

-- A held payment waits until every centavo of it is decided about, whatever became of its order meanwhile: two held
-- payments of one order are two decisions, and a refund that was given up is a decision that is open again.
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
