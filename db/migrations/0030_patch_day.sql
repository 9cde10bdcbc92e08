-- Patch day. The patch that the file was marked for last, and since when.
alter table skin_files add column patch_id uuid;
alter table skin_files add column marked_at timestamptz;
-- When its owners last got something new to download. null: never.
alter table skin_files add column patched_at timestamptz;
-- The owners of that have no notice yet.
alter table skin_files add column is_news boolean not null default false;
create index skin_files_updating on skin_files (marked_at desc, id desc) where updating;
create index skin_files_news on skin_files (champion_id, skin_num) where is_news;

-- When the entry got its own link: a later patch of the skin's file takes the link's place.
alter table user_collection add column delivered_at timestamptz;

-- Items that were paid while the file of their skin was being updated. They leave when it is ready.
create table awaited_updates (
  order_item_id uuid primary key references order_items (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade
);
create index awaited_updates_of_order on awaited_updates (order_id);

-- One row for each person and patch, and so one mail.
create table patch_notices (
  patch_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  mailed_at timestamptz,
  primary key (patch_id, user_id)
);
create index patch_notices_of_user on patch_notices (user_id);
create index patch_notices_by_time on patch_notices (since);
create index patch_notices_waiting on patch_notices (since) where mailed_at is null;
