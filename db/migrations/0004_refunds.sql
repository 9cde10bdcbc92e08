-- Refunds that are sent, not only recorded; what a bank takes back; and a log that nobody can rewrite.
alter table refunds drop constraint refunds_charge_id_reason_key;
alter table refunds drop constraint refunds_reason_check;
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_reason_check check (
  reason in ('paid_twice', 'overpaid', 'already_owned', 'no_account', 'staff', 'cancelled', 'at_provider')
);
alter table refunds add constraint refunds_status_check check (
  status in ('due', 'requested', 'processing', 'refunded', 'failed', 'dismissed')
);
alter table refunds
  -- What staff wrote; gone with the buyer's account, since it may name them.
  add column note text,
  -- The browser's name for one press of the button: the same press twice is one refund.
  add column request_key uuid,
  -- The failed refund that this one tries again under an id of its own.
  add column retry_of uuid references refunds (id),
  add column gateway_refund_id text,
  add column failure text,
  -- Sent outside of the gateway and marked so by staff.
  add column is_manual boolean not null default false,
  add column requested_by uuid,
  add column requested_at timestamptz,
  add column settled_at timestamptz,
  -- Who is asking the gateway about this row, until when nobody else may.
  add column claimed_until timestamptz,
  add column next_check_at timestamptz,
  add column attempts integer not null default 0;
create unique index refunds_one_retry on refunds (retry_of) where retry_of is not null;
create unique index refunds_one_press on refunds (order_id, request_key) where request_key is not null;
create index refunds_to_check on refunds (next_check_at) where status in ('requested', 'processing');
create index refunds_by_charge on refunds (charge_id);

alter table charges
  add column charged_back_cents integer not null default 0 check (charged_back_cents >= 0),
  add column charged_back_at timestamptz,
  -- How much of it staff have dealt with.
  add column chargeback_handled_cents integer not null default 0;

-- A bank may take money back for months: paid charges are asked about too, ever more rarely.
drop index charges_to_check;
create index charges_to_check on charges (next_check_at) where next_check_at is not null;
update charges set next_check_at = now() + interval '1 day' where status in ('paid', 'held');

-- Never more back than came in, whoever writes the row. The charge's lock makes two writers follow each other.
create function check_refund_within_paid() returns trigger language plpgsql as $$
declare
  paid bigint;
  taken_back bigint;
  promised bigint;
begin
  if new.status in ('failed', 'dismissed') then
    return new;
  end if;
  select coalesce(paid_amount_cents, 0), charged_back_cents into paid, taken_back
    from charges where id = new.charge_id for update;
  select coalesce(sum(amount_cents), 0) into promised
    from refunds where charge_id = new.charge_id and id <> new.id and status not in ('failed', 'dismissed');
  -- What is refunded already is a fact, also beside a chargeback; what is still to be sent is a choice.
  if new.status in ('due', 'requested') then
    promised := promised + taken_back;
  end if;
  if promised + new.amount_cents > paid then
    raise exception 'refund of % exceeds what is left of charge %: % of % promised',
      new.amount_cents, new.charge_id, promised, paid
      using errcode = 'check_violation', constraint = 'refunds_within_paid';
  end if;
  return new;
end $$;
create trigger refunds_within_paid before insert or update of status, amount_cents, charge_id on refunds
  for each row execute function check_refund_within_paid();

-- Everything about money that waits for a person.
create view attention as
  select 'amount_mismatch' as kind, charges.order_id, charges.id as charge_id, null::uuid as refund_id,
    coalesce(charges.paid_amount_cents, 0) as amount_cents, coalesce(charges.paid_at, charges.created_at) as since
  from charges join orders on orders.id = charges.order_id
  where charges.status = 'held' and orders.attention is not null
  union all
  select 'chargeback', order_id, id, null::uuid, charged_back_cents - chargeback_handled_cents,
    coalesce(charged_back_at, created_at)
  from charges where charged_back_cents > chargeback_handled_cents
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

create index audit_log_newest on audit_log (id desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log only grows: write a new row instead of a % ', lower(tg_op)
    using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();
