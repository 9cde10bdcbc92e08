-- The shop's books beside those of its providers and its bank (docs/rulings.md, 'Reconciliation'). Days are São Paulo's.

-- A provider's list of a day. `fetched_at` null: it could not be read yet, and `failure` says why.
create table provider_days (
  gateway text not null,
  day text not null,
  fetched_at timestamptz,
  failure text,
  primary key (gateway, day)
);

create table provider_payments (
  gateway text not null,
  end_to_end_id text not null,
  gateway_charge_id text not null,
  -- Ours; null: the shop has no such charge.
  charge_id uuid,
  day text not null,
  amount_cents integer not null,
  -- What went back of it, by refunds and by banks.
  back_cents integer not null,
  primary key (gateway, end_to_end_id)
);
create index provider_payments_by_day on provider_payments (gateway, day);
create index provider_payments_by_code on provider_payments (gateway, gateway_charge_id);
create index provider_payments_by_charge on provider_payments (charge_id);

create table statements (
  id uuid primary key,
  -- Whose payments arrive in this account; null: it does not show.
  gateway text,
  from_day text not null,
  to_day text not null,
  uploaded_at timestamptz not null,
  uploaded_by uuid references users (id) on delete set null
);

-- Of a row only what it is matched by: the bank's words about it, which may name people, are not kept.
create table statement_rows (
  digest text primary key,
  statement_id uuid not null references statements (id),
  day text not null,
  amount_cents bigint not null,
  -- What may be an end-to-end id.
  ids text[] not null
);
create index statement_rows_by_day on statement_rows (day);

-- What 'Atenção' shows, until both sides agree or somebody says what was done.
create table differences (
  id uuid primary key default gen_random_uuid(),
  -- What tells it from all others.
  key text not null unique,
  day text not null,
  gateway text not null,
  kind text not null check (kind in ('only_provider', 'only_shop', 'amount', 'refunded_outside', 'late')),
  -- The other side.
  against text not null check (against in ('provider', 'bank')),
  gateway_charge_id text,
  charge_id uuid,
  end_to_end_id text,
  amount_cents bigint not null,
  shop_cents bigint,
  other_cents bigint,
  -- Of `late`: the day of the shop's books.
  shop_day text,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null,
  note text
);
create index differences_open on differences (day) where settled_at is null;

create table closings (
  id uuid primary key,
  number integer not null unique,
  month text not null unique,
  gross_cents bigint not null,
  refunded_cents bigint not null,
  returned_cents bigint not null,
  fees_cents bigint not null,
  orders integer not null,
  hash text not null,
  previous_hash text,
  -- Its CSV, byte for byte; sealed, for it has names and tax ids.
  sealed_csv text not null,
  closed_at timestamptz not null,
  closed_by uuid references users (id) on delete set null
);

-- What was closed of each movement: what is more or less of it later goes into the next month.
create table closing_lines (
  closing_id uuid not null references closings (id),
  kind text not null check (kind in ('payment', 'refund', 'return')),
  -- The charge, or the refund.
  movement_id uuid not null,
  amount_cents integer not null,
  fee_cents integer not null
);
create index closing_lines_by_movement on closing_lines (movement_id);
