-- Web push. A device that wants to be told belongs to one session, and goes with it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  -- Where the browser's push service takes messages for this device.
  endpoint text not null check (length(endpoint) <= 1000),
  -- SHA-256 of it: one device, one row.
  endpoint_digest text not null unique,
  -- Both of the browser: messages are encrypted for it alone.
  public_key text not null,
  auth text not null,
  -- Also what staff have to act on.
  for_staff boolean not null default false,
  -- The push service asked to wait, or did not answer.
  not_before timestamptz,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);
create index push_subscriptions_of_staff on push_subscriptions (user_id) where for_staff;

-- The key by which push services know this shop, sealed as secret settings are. Made when it is first needed.
create table push_key (
  only_row boolean primary key default true check (only_row),
  sealed text not null
);

insert into alert_channels (channel, next_at) values ('push', now()) on conflict do nothing;
