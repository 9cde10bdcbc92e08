-- When its provider gave the code. null: it never did, or before this was written down.
alter table charges add column code_at timestamptz;
-- What its provider says that it keeps. null: it does not say.
alter table charges add column fee_cents integer;

-- A provider that refuses or says nothing: while its row stands, new sales go to the next one (docs/rulings.md, 'Order of
-- providers').
create table failing_providers (
  name text primary key,
  state text not null check (state in ('refusing', 'silent')),
  since timestamptz not null,
  last_error text not null,
  -- When it is asked about a charge that does not exist.
  next_try_at timestamptz not null,
  -- How often it answered that, and then failed the next sale.
  relapses integer not null default 0,
  -- It has answered: the next sale tries it.
  is_back boolean not null default false
);
