-- Who imports the catalogue, until when nobody else may, and how far it is: one row for all processes.
-- A row instead of a lock, because a lock would hold a connection open while the network is asked.
create table catalog_import (
  only_row boolean primary key default true check (only_row),
  claimed_by uuid,
  claimed_until timestamptz not null,
  progress jsonb not null
);
