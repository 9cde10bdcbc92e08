-- What was broken of a skin's file when staff put something else in its place: whoever was given it follows the file.
create table dead_files (
  skin_file_id uuid not null references skin_files (id) on delete cascade,
  -- Either a link or a kept file.
  link text,
  file_id uuid,
  check ((link is null) <> (file_id is null))
);
create index dead_files_of_skin on dead_files (skin_file_id);

-- The last time that this happened, and whether those who hold the broken one have no notice of it yet.
alter table skin_files add column mend_id uuid;
alter table skin_files add column mended_at timestamptz;
alter table skin_files add column is_mend_news boolean not null default false;
create index skin_files_mend_news on skin_files (champion_id, skin_num) where is_mend_news;
