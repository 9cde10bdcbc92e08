-- Until when a paid order is promised. Null: never paid, or paid before this release.
alter table orders add column due_at timestamptz;
