-- What the nightly look at kept data finds by (docs/retention.md). An order whose tax id is gone has lost its buyer.
create index orders_to_forget on orders (cancelled_at)
  where cancelled_at is not null and paid_at is null and customer_tax_id_sealed <> '';
create index webhook_events_processed on webhook_events (processed_at) where processed_at is not null;
