-- What a clerk sent from the desk and may still take back. Nothing of it is delivered yet: the row is the whole
-- delivery, and it goes when that is done or taken back. One for each skin.
create table held_deliveries (
  id uuid primary key,
  champion_id text not null,
  skin_num integer not null,
  link text,
  file_id uuid references files (id) on delete cascade,
  held_by uuid not null references users (id) on delete cascade,
  due_at timestamptz not null,
  begun_at timestamptz,
  unique (champion_id, skin_num),
  check ((link is null) <> (file_id is null))
);
create index held_deliveries_of_file on held_deliveries (file_id);
create index held_deliveries_by_user on held_deliveries (held_by);
