-- Since when nothing names a stored file (shop/retention/forget-unused-files.ts). null: something does, or nobody has looked.
alter table files add column unused_since timestamptz;
create index files_unused on files (unused_since) where unused_since is not null;
