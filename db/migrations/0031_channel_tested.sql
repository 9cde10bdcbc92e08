-- When a test message of the panel last arrived at this channel; null: never.
alter table alert_channels add column tested_at timestamptz;
