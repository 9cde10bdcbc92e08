-- Disputes: an infraction (MED), a claim or a chargeback, from the moment the provider shows it.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  charge_id uuid not null references charges (id),
  gateway text not null,
  -- The provider's. Of one without ids: the charge's id and a number, '<charge>:1'.
  gateway_dispute_id text not null,
  opened_at timestamptz not null,
  -- Until when the provider takes an answer; null: it names no deadline.
  answer_by timestamptz,
  -- The provider's word.
  reason text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  decided_at timestamptz,
  -- After a loss: a `dono` lets the account be delivered to by itself again.
  released_at timestamptz,
  released_by uuid references users (id) on delete set null,
  unique (gateway, gateway_dispute_id),
  check ((state = 'open') = (decided_at is null))
);
create index disputes_by_order on disputes (order_id);
create index disputes_by_charge on disputes (charge_id);
create index disputes_by_age on disputes (opened_at, id);
-- What pauses an account, and what waits for an answer: few of many years' rows.
create index disputes_pausing on disputes (order_id)
  where state = 'open' or (state = 'lost' and released_at is null);
create index disputes_open on disputes (opened_at) where state = 'open';
create index disputes_released_by on disputes (released_by) where released_by is not null;

-- What the Pix is called at the banks; the first one, if a code was paid more than once.
alter table charges add column end_to_end_id text;
-- A notice about a dispute may name no charge.
alter table webhook_events add column gateway_dispute_id text;

-- As before, with the open disputes.
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
  select 'dispute', disputes.order_id, disputes.charge_id, null::uuid, coalesce(charges.paid_amount_cents, 0),
    disputes.opened_at, disputes.id
  from disputes join charges on charges.id = disputes.charge_id where disputes.state = 'open'
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
