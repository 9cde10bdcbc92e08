create index concurrently orders_of_tax_id on orders (customer_tax_id_digest)
  where customer_tax_id_digest is not null and customer_tax_id_digest <> '';
-- What the job still has to write: empty once it is done.
create index concurrently orders_without_digest on orders (id)
  where customer_tax_id_digest is null and customer_tax_id_sealed <> '';
create index concurrently order_items_of_skin on order_items (champion_id, skin_num, order_id);
