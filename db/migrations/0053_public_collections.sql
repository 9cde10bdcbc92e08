-- Who shows their collection to everybody, under which address and name. Switched off, the row keeps the
-- address: an old link must never lead to somebody else.
create table public_collections (
  user_id uuid primary key references users (id) on delete cascade,
  is_on boolean not null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
  name text not null check (length(name) between 1 and 40),
  changed_at timestamptz not null
);
