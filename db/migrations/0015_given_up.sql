-- An outage is waited for by time, not by tries. A webhook that cannot be acted upon has a moment for its
-- next try, and after its days are over it waits for a person, like a mail that no server took.
alter table webhook_events
  -- What its patience is counted from: when it arrived, or when staff asked for another try.
  add column waits_since timestamptz not null default now(),
  add column next_try_at timestamptz not null default now(),
  add column given_up_at timestamptz;
-- Those that the last release had given up without a word are tried once more.
update webhook_events set waits_since = received_at where processed_at is null;

drop index webhook_events_open;
create index webhook_events_due on webhook_events (next_try_at) where processed_at is null and given_up_at is null;
create index webhook_events_given_up on webhook_events (given_up_at) where given_up_at is not null;

-- Taken out of the queue, which forgets what failed after a week.
create table given_up_mails (
  -- The job's, and so the mail's: sent again under it, a mailbox knows it from the first try.
  id uuid primary key,
  name text not null,
  -- null: its link is dead, and sending it again would only mislead.
  data jsonb,
  since timestamptz not null,
  given_up_at timestamptz not null
);

-- What the shop stopped trying and a person has to decide about.
create view given_up as
  select 'mail' as kind, mail.id, mail.name as what,
    coalesce((mail.data->>'orderId')::uuid, refunds.order_id) as order_id,
    mail.data is not null as can_retry, mail.since, mail.given_up_at
  from given_up_mails mail left join refunds on refunds.id = (mail.data->>'refundId')::uuid
  union all
  select 'webhook', event.id, event.gateway,
    coalesce(
      (select order_id from charges where charges.id = event.charge_id and charges.gateway = event.gateway),
      (select order_id from charges
        where charges.gateway = event.gateway and charges.gateway_charge_id = event.gateway_charge_id)),
    true, event.received_at, event.given_up_at
  from webhook_events event where event.given_up_at is not null;
