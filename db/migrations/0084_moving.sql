-- Needs a stop.
-- What comes from another shop (docs/rulings.md, 'Files of other shops'), and how it is taken back.
create table imports (
  id uuid primary key,
  kind text not null,
  file_name text not null,
  -- The names of its columns.
  header jsonb not null,
  -- Our field and its column, where the file is of no shop that we know.
  columns jsonb,
  state text not null check (state in ('reading', 'checked', 'running', 'done', 'undone', 'failed')),
  -- What the dry run found.
  found jsonb,
  -- The next record to be brought in, and how far it is.
  next_row integer not null default 0,
  done integer not null default 0,
  created jsonb not null,
  failure text,
  made_at timestamptz not null,
  made_by uuid references users (id) on delete set null
);
create index imports_by_time on imports (made_at);

-- The file until it is brought in: only the cells that are read.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  cells jsonb not null,
  primary key (import_id, row)
);

-- What a person decided about a product's name, and about the columns of such a file.
create table import_matches (
  name text primary key,
  -- null: no skin of this shop.
  sku text,
  decided_at timestamptz not null
);
create table import_columns (
  header text primary key,
  columns jsonb not null,
  decided_at timestamptz not null
);

-- Who came along. Nobody is mailed, and nobody has an account by it.
create table imported_people (
  email text primary key,
  name text not null,
  phone text not null,
  created_at timestamptz not null,
  import_id uuid not null references imports (id),
  -- By whoever proved this address since.
  claimed_at timestamptz
);
create index imported_people_of_import on imported_people (import_id);

create table imported_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  import_id uuid not null references imports (id),
  -- The other shop, and the order's number there.
  source text not null,
  number text not null,
  -- What this shop's own orders say by other rows: coupon, moments, what went back.
  record jsonb not null,
  unique (source, number)
);
create index imported_orders_of_import on imported_orders (import_id);

alter table orders
  drop constraint orders_status_check,
  drop constraint orders_total_cents_check,
  add constraint orders_status_check
    check (status in ('awaiting_payment', 'pending', 'completed', 'cancelled', 'imported')),
  add constraint orders_total_cents_check check (total_cents > 0 or status = 'imported' and total_cents = 0);
alter table order_items
  drop constraint order_items_price_cents_check,
  add constraint order_items_price_cents_check check (price_cents >= 0);
create index orders_imported on orders (customer_email) where status = 'imported';

-- The address that it waits for: it came along. It has no content of its own and follows the file of its skin.
alter table grants
  add column moved_for text,
  drop constraint grants_have_content,
  add constraint grants_have_content
    check (state in ('waiting', 'revoked') or num_nonnulls(link, file_id, key_id) = 1 or moved_for is not null);
create index grants_moved on grants (moved_for) where owner_id is null and moved_for is not null;

alter table products add column import_id uuid references imports (id);
alter table coupons add column import_id uuid references imports (id);
