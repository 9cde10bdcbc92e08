-- A request to give an order back covers all of it, so a refund of a part is no answer to the rest: the request waits
-- while anything of its payment is left, and nobody refused it. Kinds and columns are those of the release before.
create or replace view attention_of_staff as
  select kind, order_id, charge_id, refund_id, amount_cents, since, dispute_id from attention_and_disputes
  union all
  select 'withdrawal', withdrawals.order_id, withdrawals.charge_id, null::uuid,
    coalesce(charges.paid_amount_cents, 0), withdrawals.asked_at, null::uuid
  from withdrawals join charges on charges.id = withdrawals.charge_id
  where withdrawals.state = 'requested'
    and charges.paid_amount_cents > charges.charged_back_cents + (
      select coalesce(sum(refunds.amount_cents), 0) from refunds
      where refunds.charge_id = charges.id and refunds.status not in ('failed', 'dismissed'));
