-- Each try to make a backup: either where it is, or why there is none.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  address text,
  bytes bigint,
  -- A sentence for staff.
  failure text,
  check ((failure is null) = (address is not null)),
  check ((failure is null) = (bytes is not null))
);
