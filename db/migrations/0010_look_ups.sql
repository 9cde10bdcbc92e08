-- When somebody last had the provider asked about a charge: one look-up in three seconds, over all processes.
alter table charges add column asked_at timestamptz;
