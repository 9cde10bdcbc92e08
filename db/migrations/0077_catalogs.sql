-- Catalogues that come from a file (docs/rulings.md, 'Files as catalogues'). What is tried waits beside what is on sale.
create table catalogs (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null,
  group_word text not null,
  group_words text not null,
  -- The file that was tried last, and what was found in it.
  file_name text not null,
  tried_at timestamptz not null,
  tried_by uuid references users (id) on delete set null,
  group_count integer not null,
  item_count integer not null,
  problems jsonb not null,
  ignored_columns jsonb not null,
  -- Its groups and items, until they are published; null: they are, or have problems.
  draft jsonb,
  published_at timestamptz
);

-- null: of the static-data source.
alter table champions add column catalog_id text references catalogs (id) on delete cascade;
alter table skins add column price_cents integer check (price_cents > 0), add column rarity text;

-- Under which digest the picture of an item of a file lies in the storage. It stays for whoever bought the item.
create table item_pictures (
  sku text primary key,
  digest text not null,
  name text not null
);
