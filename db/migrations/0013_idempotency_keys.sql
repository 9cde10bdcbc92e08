-- Every key that a checkout was made with, the order that it led to, and nothing else: one key may only ever mean one
-- purchase, also where it met an order that was open already. The column of `orders` stays as it is and is still
-- written, so that processes of the release before go on beside this one.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  order_id uuid not null references orders (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, key)
);
insert into idempotency_keys (user_id, key, order_id, created_at)
select user_id, idempotency_key, id, created_at from orders
where user_id is not null and idempotency_key is not null;
create index idempotency_keys_order on idempotency_keys (order_id);
