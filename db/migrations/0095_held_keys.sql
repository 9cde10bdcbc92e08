-- A key that was free in a restored backup: it may have been sold after that. Nobody gets it, so `taken_at` is set too,
-- until staff release it. A restore adds the column to the backup of an earlier release (server/backups/hold-free-keys.ts).
alter table stock_keys add column if not exists held_at timestamptz;
