-- A grown shop: an index for whatever a person opens or a job looks for. On a shop with a million orders this
-- takes about a minute, in which orders can be read by nobody; see docs/decisions/growing-lists.md.

-- What a clerk may type to find an order: each word of the name and of the e-mail's front part, the whole
-- e-mail, and its domain with the @. Letters as Portuguese writes them are folded here, because `lower` of the
-- embedded database knows ASCII alone; shop/orders/search/match-order.ts folds what is typed in the same way.
create function order_search_words(name text, email text) returns tsvector
  language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(
    string_to_array(
      translate(
        lower(name || ' ' || split_part(email, '@', 1)),
        'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
        'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn                                '
      ), ' ')
    || array[lower(email), '@' || lower(split_part(email, '@', 2))], ''))
$$;
alter table orders add column search_words tsvector
  generated always as (order_search_words(customer_name, customer_email)) stored;
-- Every search reads the list of pending entries from end to end: short enough for that, long enough that a
-- checkout seldom meets the one that empties it (256 kB, some 800 orders; the default is sixteen times as much).
create index orders_search on orders using gin (search_words) with (gin_pending_list_limit = 256);

-- The panel's first list leaves unpaid orders out; nobody else reads all orders by time.
drop index orders_newest;
create index orders_for_staff on orders (created_at desc, id desc) where status <> 'awaiting_payment';

-- The view `attention`: what waits for a person stays a handful however many charges there are.
create index charges_held on charges (order_id) where status = 'held';
create index charges_taken_back on charges (order_id)
  where charged_back_cents > 0 and charged_back_cents > chargeback_handled_cents;
create index refunds_open on refunds (status, created_at)
  where status in ('due', 'failed', 'requested', 'processing');

-- The same rows as before. That most charges were never taken back is in the planner's statistics; that one column is
-- seldom above another is not, and it would expect a third of all charges.
create or replace view attention as
  select 'amount_mismatch' as kind, charges.order_id, charges.id as charge_id, null::uuid as refund_id,
    coalesce(charges.paid_amount_cents, 0) as amount_cents, coalesce(charges.paid_at, charges.created_at) as since
  from charges join orders on orders.id = charges.order_id
  where charges.status = 'held' and orders.attention is not null
  union all
  select 'chargeback', order_id, id, null::uuid, charged_back_cents - chargeback_handled_cents,
    coalesce(charged_back_at, created_at)
  from charges where charged_back_cents > 0 and charged_back_cents > chargeback_handled_cents
  union all
  select 'refund_due', order_id, charge_id, id, amount_cents, created_at
  from refunds where status = 'due'
  union all
  select 'refund_failed', order_id, charge_id, id, amount_cents, coalesce(settled_at, created_at)
  from refunds where status = 'failed'
    and not exists (select from refunds later where later.retry_of = refunds.id)
  union all
  select 'refund_slow', order_id, charge_id, id, amount_cents, coalesce(requested_at, created_at)
  from refunds where status in ('requested', 'processing');

create index audit_log_of_subject on audit_log (subject_id, id desc);
drop index audit_log_subject;
-- The primary key is read from its end as well as from its beginning.
drop index audit_log_newest;

create index webhook_events_waiting on webhook_events (gateway, gateway_charge_id) where processed_at is null;

create index sessions_expired on sessions (expires_at);
create index sessions_oldest on sessions (created_at);
create index verifications_expired on verifications (expires_at);
