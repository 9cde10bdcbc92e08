-- The file of a skin: the link that staff sent last for it, or the one that they set.
create table skin_files (
  -- For the cursor of the list.
  id uuid not null unique default gen_random_uuid(),
  champion_id text not null,
  skin_num int not null,
  link text not null,
  -- 'Entregar sozinha': delivered at payment.
  auto boolean not null default false,
  state text not null default 'ok' check (state in ('ok', 'suspect', 'broken')),
  checked_at timestamptz,
  -- Grows with each new content.
  version int not null default 1,
  -- Patch day: what was delivered by itself waits.
  updating boolean not null default false,
  updated_at timestamptz not null,
  updated_by uuid references users (id) on delete set null,
  primary key (champion_id, skin_num)
);
create index skin_files_by_time on skin_files (updated_at desc, id desc);
create index skin_files_by_user on skin_files (updated_by) where updated_by is not null;
