-- Who pays for somebody else gets an address of an unpaid order. Its token is derived of `nonce` and stands
-- nowhere; `token_digest` is its SHA-256. Without a row nobody has the address.
create table order_shares (
  order_id uuid primary key references orders (id) on delete cascade,
  nonce text not null,
  token_digest text not null unique,
  created_at timestamptz not null
);
