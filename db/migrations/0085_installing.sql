-- Addresses under which an installer fetches one file of one owner (docs/rulings.md, 'Address for an installer').
create table install_links (
  token_digest text primary key,
  user_id uuid not null references users (id) on delete cascade,
  grant_id uuid not null references grants (id) on delete cascade,
  expires_at timestamptz not null,
  -- Whole ones.
  fetches smallint not null default 0
);
create index install_links_by_end on install_links (expires_at);
create index install_links_of_user on install_links (user_id);
create index install_links_of_grant on install_links (grant_id);

-- What a person's own programs read without a session (docs/rulings.md, 'Private feed').
create table feeds (
  user_id uuid primary key references users (id) on delete cascade,
  -- The token of the address is derived of it, and stands nowhere.
  nonce uuid not null,
  token_digest text not null unique,
  created_at timestamptz not null
);
