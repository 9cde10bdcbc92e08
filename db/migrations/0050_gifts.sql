-- Gifts: an order of one skin that belongs to whoever claims it. Its buyer owns nothing of it meanwhile.
alter table orders add column is_gift boolean not null default false;
-- When its receiver took another skin: from then on its delivery is counted, and not from the payment.
alter table orders add column exchanged_at timestamptz;

create table gifts (
  id uuid primary key,
  order_id uuid not null unique references orders (id) on delete cascade,
  -- null: forgotten.
  receiver_email text,
  message text,
  status text not null default 'unpaid' check (status in ('unpaid', 'offered', 'claimed', 'kept', 'withdrawn')),
  -- The one owner of its skin: who claimed it, or its buyer after nobody did.
  owner_id uuid references users (id) on delete set null,
  -- The token of its address is derived of it, and stands nowhere; `token_digest` is its SHA-256.
  nonce text,
  token_digest text unique,
  created_at timestamptz not null,
  -- Until when it may be claimed; null before the payment.
  expires_at timestamptz,
  -- When it was claimed, kept or withdrawn.
  ended_at timestamptz,
  check (owner_id is null or status in ('claimed', 'kept')),
  check (status = 'unpaid' or token_digest is not null)
);
create index gifts_offered on gifts (expires_at) where status = 'offered';
create index gifts_of_owner on gifts (owner_id) where owner_id is not null;
create index gifts_to_forget on gifts (ended_at) where receiver_email is not null;
