-- What staff have set in the panel. A key without a row has its first value (shop/settings/setting-table.ts).
create table settings (
  key text primary key,
  -- A secret is a sealed text.
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references users on delete set null
);
