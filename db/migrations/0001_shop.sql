-- Accounts. The four tables are better-auth's core schema under the shop's own names.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_user on credentials (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table user_roles (
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  display_name text,
  avatar_key text,
  cover_key text,
  updated_at timestamptz not null default now()
);

-- Catalogue. Replaced as a whole inside one transaction at each import, so orders, the collection
-- and products name a skin by (champion_id, skin_num) and keep their own copy of its names.
create table catalog_state (
  only_row boolean primary key default true check (only_row),
  version text not null,
  locale text not null,
  source text not null check (source in ('static-data', 'demo')),
  skin_count integer not null,
  imported_at timestamptz not null
);

create table champions (
  id text primary key,
  key integer not null,
  name text not null,
  title text not null default ''
);

create table skins (
  champion_id text not null references champions (id) on delete cascade,
  num integer not null check (num > 0),
  name text not null,
  primary key (champion_id, num)
);

-- Dominant colours outlive an import: they belong to the picture, not to the catalogue's version.
create table splash_colors (
  champion_id text not null,
  skin_num integer not null,
  color text not null,
  primary key (champion_id, skin_num)
);

-- Staff products. A product may deliver a skin by itself.
create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  description text,
  champion text,
  price_cents integer not null check (price_cents > 0),
  image_url text,
  download_url text,
  stock integer not null default 0 check (stock >= 0),
  is_active boolean not null default true,
  champion_id text,
  skin_num integer,
  created_at timestamptz not null default now(),
  check ((champion_id is null) = (skin_num is null))
);
create unique index products_skin on products (champion_id, skin_num) where champion_id is not null;

create table orders (
  id uuid primary key,
  -- null once the account is gone: the row stays for the books, without the person.
  user_id uuid references users (id) on delete set null,
  status text not null check (status in ('awaiting_payment', 'pending', 'completed', 'cancelled')),
  customer_name text not null,
  customer_email text not null,
  customer_cellphone text not null,
  -- AES-256-GCM under a key derived from AUTH_SECRET; never selected for a list.
  customer_tax_id_sealed text not null,
  total_cents integer not null check (total_cents > 0),
  description text not null,
  payment_method text not null default 'pix',
  -- What is being bought, canonically ("Ahri_3,Zed_1" or "free:1000:text"): two open orders for the
  -- same thing by one customer are the same order.
  fingerprint text not null,
  idempotency_key text,
  attention text check (attention in ('amount_mismatch')),
  created_at timestamptz not null,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  download_link_sent_at timestamptz
);
create unique index orders_idempotency on orders (user_id, idempotency_key) where idempotency_key is not null;
create unique index orders_one_open on orders (user_id, fingerprint) where status = 'awaiting_payment';
create index orders_by_user on orders (user_id, created_at desc, id desc);
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);

create table order_items (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  champion_id text not null,
  skin_num integer not null,
  skin_name text not null,
  champion_name text not null,
  splash_art_url text not null,
  price_cents integer not null check (price_cents > 0),
  download_link text,
  unique (order_id, champion_id, skin_num)
);

-- One PIX code shown to a buyer. The row exists before the gateway hears of it.
create table charges (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  gateway text not null,
  gateway_charge_id text,
  status text not null check (
    status in ('creating', 'pending', 'paid', 'held', 'expired', 'cancelled', 'refunded', 'failed')
  ),
  amount_cents integer not null check (amount_cents > 0),
  paid_amount_cents integer,
  -- What an authenticated webhook claimed, for gateways whose answer names no amount.
  claimed_amount_cents integer,
  pix_code text,
  failure text,
  created_at timestamptz not null,
  -- Who is calling the gateway for this row, until when nobody else may.
  claimed_until timestamptz,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- null: no longer asked about.
  next_check_at timestamptz,
  checks integer not null default 0
);
create unique index charges_one_open on charges (order_id) where status in ('creating', 'pending');
create unique index charges_gateway_id on charges (gateway, gateway_charge_id) where gateway_charge_id is not null;
create index charges_by_order on charges (order_id);
create index charges_to_check on charges (next_check_at) where status in ('creating', 'pending', 'expired', 'cancelled');

-- Money owed back: paid twice, too much, or for a skin that was already owned.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  charge_id uuid not null references charges (id),
  order_id uuid not null references orders (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('paid_twice', 'overpaid', 'already_owned')),
  status text not null default 'due' check (status in ('due')),
  created_at timestamptz not null,
  unique (charge_id, reason)
);
create index refunds_by_order on refunds (order_id);

create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  gateway text not null,
  event_id text not null,
  gateway_charge_id text,
  charge_id uuid,
  claimed_amount_cents integer,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  unique (gateway, event_id)
);
create index webhook_events_open on webhook_events (received_at) where processed_at is null;

create table user_collection (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  order_id uuid references orders (id) on delete set null,
  champion_id text not null,
  skin_num integer not null,
  skin_name text not null,
  champion_name text not null,
  splash_art_url text not null,
  download_link text,
  added_at timestamptz not null,
  unique (user_id, champion_id, skin_num)
);
create index user_collection_newest on user_collection (user_id, added_at desc, id desc);

-- Who did what; rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_user_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject_type, subject_id, id);
