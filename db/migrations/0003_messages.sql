-- What visitors and customers write to the shop.
create table messages (
  id uuid primary key,
  kind text not null check (kind in ('contact', 'support')),
  -- null: written without being signed in. Whoever deletes their account takes their messages along.
  user_id uuid references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 6 and 254),
  subject text check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null,
  read_at timestamptz,
  done_at timestamptz,
  check ((kind = 'support') = (subject is not null)),
  check (kind = 'contact' or user_id is not null)
);
create index messages_newest on messages (created_at desc, id desc);
create index messages_by_sender on messages (email, created_at);
create index messages_by_user on messages (user_id, created_at) where user_id is not null;
