-- The release before this one may run beside it, or take over again, and its page of what waits for staff fails at a kind
-- that it does not know. So disputes leave the view that it reads. `dispute_id` stays, because a column of a view cannot
-- be taken away; it is null.
create or replace view attention as
  select 'amount_mismatch' as kind, charges.order_id, charges.id as charge_id, null::uuid as refund_id,
    coalesce(charges.paid_amount_cents, 0) as amount_cents, coalesce(charges.paid_at, charges.created_at) as since,
    null::uuid as dispute_id
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
  select 'amount_doubt', order_id, id, null::uuid, doubted_cents, doubted_at, null::uuid
  from charges where doubted_at is not null and status <> 'held'
  union all
  select 'chargeback', order_id, id, null::uuid, charged_back_cents - chargeback_handled_cents,
    coalesce(charged_back_at, created_at), null::uuid
  from charges where charged_back_cents > 0 and charged_back_cents > chargeback_handled_cents
  union all
  select 'refund_due', order_id, charge_id, id, amount_cents, created_at, null::uuid
  from refunds where status = 'due'
  union all
  select 'refund_failed', order_id, charge_id, id, amount_cents, coalesce(settled_at, created_at), null::uuid
  from refunds where status = 'failed'
    and not exists (select from refunds later where later.retry_of = refunds.id)
  union all
  select 'refund_slow', order_id, charge_id, id, amount_cents, coalesce(requested_at, created_at), null::uuid
  from refunds where status in ('requested', 'processing');

-- What this release reads.
create view attention_and_disputes as
  select kind, order_id, charge_id, refund_id, amount_cents, since, dispute_id from attention
  union all
  select 'dispute', disputes.order_id, disputes.charge_id, null::uuid, coalesce(charges.paid_amount_cents, 0),
    disputes.opened_at, disputes.id
  from disputes join charges on charges.id = disputes.charge_id where disputes.state = 'open';
