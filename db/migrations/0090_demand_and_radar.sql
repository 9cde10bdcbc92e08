-- Who opened the page of a skin without a file: one row for each person and day, by a digest of both.
create table skin_lookups (
  sku text not null,
  person text not null,
  at timestamptz not null,
  primary key (sku, person)
);
create index skin_lookups_by_time on skin_lookups (at);

-- 'Avise-me': it was wished for before its file came, and its owner has not been told yet.
alter table wishes add column awaits_file boolean not null default false, add column told_at timestamptz;

-- The versions of the game that the shop has seen. `open`: staff are asked; `marking`: the shop marks its files itself.
create table patch_drafts (
  version text primary key,
  noticed_at timestamptz not null,
  state text not null check (state in ('seen', 'open', 'marking', 'marked', 'dismissed'))
);
create unique index patch_drafts_one_open on patch_drafts (state) where state = 'open';
