-- The wish list. What its owner has bought meanwhile stays in it and is not shown: a refund brings it back.
create table wishes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  champion_id text not null,
  skin_num integer not null,
  added_at timestamptz not null,
  unique (user_id, champion_id, skin_num)
);
create index wishes_newest on wishes (user_id, added_at desc, id desc);
