-- A selection of the list of orders that a clerk keeps under a name, for themselves or for all staff.
create table order_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- As in the address of the list, without the question mark.
  query text not null,
  shared boolean not null,
  created_at timestamptz not null
);
create index order_views_by_user on order_views (user_id);
