-- Where other programs hear what happens in the shop (docs/contract.md, 'Events to other programs').
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  description text not null,
  -- Of shop/events/programs/event-data.ts; '*': each.
  events text[] not null,
  active boolean not null default true,
  -- Sealed. For a day after a rotation both sign.
  secret text not null,
  previous_secret text,
  rotated_at timestamptz,
  created_at timestamptz not null,
  -- Since the last try that was taken.
  failing_since timestamptz,
  last_failed_at timestamptz,
  -- By the shop itself; null: it is on, or a person switched it off.
  switched_off_at timestamptz
);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  hook_id uuid not null references webhooks (id) on delete cascade,
  -- What its receiver knows it by, however often it comes.
  webhook_id text not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  -- null: a person alone sends it.
  next_try_at timestamptz,
  -- A process sends it until then.
  claimed_until timestamptz,
  tries integer not null default 0,
  -- Those before a person sent it again.
  tries_before integer not null default 0,
  delivered_at timestamptz,
  -- What came back last.
  status integer,
  response text,
  state text not null generated always as (
    case
      when delivered_at is not null then 'delivered'
      when next_try_at is not null or tries = 0 then 'waiting'
      else 'failed'
    end
  ) stored
);
create index webhook_deliveries_of_hook on webhook_deliveries (hook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (hook_id, next_try_at) where next_try_at is not null;
create index webhook_deliveries_claimed on webhook_deliveries (hook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

-- Of which due date programs heard that it comes soon, and that it has passed.
alter table orders add column told_due_soon timestamptz, add column told_late timestamptz;
