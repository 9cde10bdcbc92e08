-- The key whose program sent the delivery: the log names it when the delivery happens.
alter table held_deliveries add column key_id uuid references api_keys (id) on delete set null;
