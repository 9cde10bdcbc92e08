-- What the shop found in a stored file (docs/rulings.md, 'Examined files'). null: it has not looked yet, and until then the
-- file delivers nothing by itself.
alter table files
  add column verdict text check (verdict in ('clean', 'suspicious', 'not_examined')),
  -- How many files are in it.
  add column entries integer,
  -- Sentences for staff.
  add column reasons jsonb not null default '[]',
  add column examined_at timestamptz,
  -- When somebody last began to.
  add column tried_at timestamptz;
-- What was on sale before goes on being delivered, until it is looked at.
update files set verdict = 'not_examined';
create index files_unexamined on files (tried_at) where examined_at is null;
create index files_by_content on files (sha256);
-- A person has looked at the suspicious file that the skin has now, and why it may be sold.
alter table skin_files
  add column accepted_at timestamptz,
  add column accepted_reason text;
alter table grants
  drop constraint grants_waits_for_check,
  add constraint grants_waits_for_check check (waits_for in ('staff', 'update', 'claim', 'examination')) not valid;
