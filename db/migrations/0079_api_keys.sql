-- Keys of programs. A key itself stands nowhere; who holds one does what its maker may do at that moment.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- What the list shows of it.
  prefix text not null,
  digest text not null unique,
  scopes text[] not null,
  -- CIDR; null: from anywhere.
  addresses text[],
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- By a person, or with the role of its maker.
  ended_at timestamptz,
  last_used_at timestamptz,
  -- Calls of the minute that began then.
  minute timestamptz,
  calls integer not null default 0
);
create index api_keys_of_maker on api_keys (created_by);

-- The same call again, by its Idempotency-Key, is answered as the first one was.
create table api_answers (
  key_id uuid not null references api_keys (id) on delete cascade,
  request_key text not null,
  digest text not null,
  created_at timestamptz not null,
  -- null: the first one is still at work.
  status integer,
  body text,
  primary key (key_id, request_key)
);
create index api_answers_by_time on api_answers (created_at);
