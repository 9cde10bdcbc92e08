-- 'Pedir devolução': one request for each order. It waits for staff until they refund the order or answer.
create table withdrawals (
  order_id uuid primary key references orders (id),
  -- The payment that most of the money came by.
  charge_id uuid not null references charges (id),
  asked_at timestamptz not null,
  -- What the buyer wrote, and what staff answered: gone with the buyer's data.
  reason text,
  answer text,
  -- Refunded by the shop itself at once, or refused by staff; null: a person decides.
  state text not null check (state in ('requested', 'automatic', 'declined'))
);
create index withdrawals_by_charge on withdrawals (charge_id);
create index withdrawals_waiting on withdrawals (asked_at) where state = 'requested';

-- What this release reads. The release before fails at a kind that it does not know, so its views stay as they are.
create view attention_of_staff as
  select kind, order_id, charge_id, refund_id, amount_cents, since, dispute_id from attention_and_disputes
  union all
  select 'withdrawal', withdrawals.order_id, withdrawals.charge_id, null::uuid,
    coalesce(charges.paid_amount_cents, 0), withdrawals.asked_at, null::uuid
  from withdrawals join charges on charges.id = withdrawals.charge_id
  where withdrawals.state = 'requested'
    and not exists (
      select from refunds where refunds.order_id = withdrawals.order_id
        and refunds.created_at >= withdrawals.asked_at and refunds.status <> 'dismissed');
