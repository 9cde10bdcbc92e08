-- Files that staff put into the shop itself. The bytes are in DATA_DIR/files/kept, or in the bucket.
create table files (
  id uuid primary key,
  name text not null,
  size bigint not null check (size > 0),
  sha256 text not null,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);
create index files_by_user on files (created_by) where created_by is not null;
-- The file of a skin is a link or a kept file.
alter table skin_files alter column link drop not null;
alter table skin_files add column file_id uuid references files (id);
alter table skin_files add check ((link is null) <> (file_id is null));
-- What the buyer gets in place of the link, which then leads to the shop's own download.
alter table order_items add column file_id uuid;
