-- Who tried what how often. A key is a digest: the table names nobody. `full_at` is when all tries are
-- back; a row whose moment has passed says nothing and may go. Rebuilt, for nothing in it outlives an hour.
drop table rate_limits;
create table rate_limits (
  key text primary key,
  full_at timestamptz not null
);
create index rate_limits_full on rate_limits (full_at);

-- Second factor: better-auth's two-factor schema under the shop's own names. Secret and codes are
-- encrypted under AUTH_SECRET.
alter table users add column second_factor_enabled boolean not null default false;
create table second_factors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  recovery_codes text not null,
  -- false: set up, and not yet confirmed by a code.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Written at most every few minutes; `updated_at` moves only when a session is prolonged.
alter table sessions add column last_seen_at timestamptz not null default now();
