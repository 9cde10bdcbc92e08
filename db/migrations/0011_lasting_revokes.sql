-- Whose rights were taken away, so that no boot gives them back. By a digest of the address: it outlives
-- the account, which may be deleted and opened again, and names nobody.
create table revoked_staff (
  address_digest text primary key,
  revoked_at timestamptz not null
);
