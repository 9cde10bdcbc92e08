-- What an assistant asks for, and a person confirms or refuses: shop/programs/requests/.
create table assistant_requests (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null references api_keys (id) on delete cascade,
  -- Of the description, with what it would be called with: {"path","query","body"}.
  operation text not null,
  input text not null,
  reason text not null,
  -- Past its time it is over, whatever stands here.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- While it is waiting: somebody has confirmed it, and it is being done.
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null
);
create index assistant_requests_of_key on assistant_requests (key_id, state);
create index assistant_requests_by_time on assistant_requests (created_at);
