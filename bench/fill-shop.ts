/** Runs one statement without values. */
export type ExecuteSql = (text: string) => Promise<unknown>;

const DAYS = 1095;
const FIRST = `{Maria,José,Ana,João,Antônio,Francisco,Carlos,Paulo,Pedro,Lucas,Luiz,Marcos,Luís,Gabriel,Rafael,Daniel,
  Marcelo,Bruno,Eduardo,Felipe,Raimundo,Rodrigo,Manoel,Mateus,André,Fernando,Fábio,Leonardo,Gustavo,Guilherme,Leandro,
  Tiago,Anderson,Ricardo,Márcio,Jorge,Sebastião,Alexandre,Roberto,Edson,Diego,Vitor,Sérgio,Cláudio,Francisca,Antônia,
  Adriana,Juliana,Márcia,Fernanda,Patrícia,Aline,Sandra,Camila,Amanda,Bruna,Jéssica,Letícia,Júlia,Luciana,Vanessa,
  Mariana,Gabriela,Vera,Vitória,Larissa,Cláudia,Beatriz,Rita,Luana,Sônia,Renata,Eliane,Josefa,Simone,Natália}`;
const LAST = `{Silva,Santos,Oliveira,Souza,Pereira,Ferreira,Lima,Alves,Costa,Rodrigues,Gomes,Ribeiro,Almeida,Carvalho,
  Martins,Araújo,Soares,Barbosa,Rocha,Vieira,Fernandes,Dias,Nascimento,Moreira,Nunes,Marques,Mendes,Machado,Freitas,
  Cardoso,Ramos,Gonçalves,Santana,Teixeira,Reis,Borges,Moraes,Azevedo,Batista,Campos,Castro,Pinto,Duarte,Lopes,Melo,
  Monteiro,Cavalcanti,Moura,Corrêa,Peixoto,Farias,Brito,Queiroz,Siqueira,Tavares,Xavier,Bezerra,Figueiredo,Assis,
  Conceição,Guimarães,Sampaio,Leite,Macedo,Neves,Pacheco,Viana,Coelho,Amaral,Antunes,Prado,Quaresma,Bittencourt}`;

/**
 * Fills an empty, migrated shop with three years of business by set-based SQL: five orders for each customer, 2.5
 * skins in each order. What is open is open because it is young, so it grows with the orders of a day. Rows lie in
 * the order of time, as a real shop would have written them. The same size gives the same rows but for the clock.
 * Only a superuser is spared the checks of the foreign keys; without one it takes about twice as long. Needs one
 * connection for all of it.
 */
export async function fillShop(execute: ExecuteSql, orders: number): Promise<void> {
  await execute(`set session_replication_role = replica`).catch(() => {});
  for (const statement of [...TAKE_INDEXES, ...statements(orders), ...PUT_INDEXES]) await execute(statement);
  await execute(`set session_replication_role = default`).catch(() => {});
  for (const table of FILLED) await execute(`vacuum analyze ${table}`);
}

const FILLED = [
  'users',
  'profiles',
  'credentials',
  'sessions',
  'orders',
  'order_items',
  'charges',
  'refunds',
  'webhook_events',
  'grants',
  'audit_log',
  'messages',
  'sold_skins',
  'sold_days',
];

/** An index that is built at the end takes a fraction of one that grows with each row. What others refer to stays. */
const TAKE_INDEXES = [
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '512MB'`,
  `create temp table taken_indexes as
     select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any('{${FILLED.join(',')}}'::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  `create temp table taken_constraints as
     select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = any('{${FILLED.join(',')}}'::regclass[]) and contype in ('p', 'u')
       and not exists (select from pg_constraint reference where reference.contype = 'f' and reference.conindid = pg_constraint.conindid)`,
  `do $$ declare taken record; begin
     for taken in select * from taken_indexes loop execute 'drop index ' || taken.name; end loop;
     for taken in select * from taken_constraints loop
       execute format('alter table %s drop constraint %I', taken.owner, taken.name);
     end loop;
   end $$`,
];
const PUT_INDEXES = [
  `do $$ declare taken record; begin
     for taken in select * from taken_indexes loop execute taken.definition; end loop;
     for taken in select * from taken_constraints loop
       execute format('alter table %s add constraint %I %s', taken.owner, taken.name, taken.definition);
     end loop;
   end $$`,
  `drop table taken_indexes, taken_constraints`,
  `reset work_mem`,
  `reset maintenance_work_mem`,
];

function statements(orders: number): string[] {
  const users = Math.max(10, Math.round(orders / 5));
  // One way to a number in [0, 1) from a row's number, because random() would give other rows each time. Not numeric,
  // whose powers take as long as all else in a row.
  const chance = (of: string, salt: string) =>
    `(abs(hashtext(${of}::text || '${salt}')) / 2147483648.0::float8)`;
  const pick = (list: string, of: string, salt: string, skew = 1) =>
    `('${list}'::text[])[1 + floor(cardinality('${list}'::text[]) * power(${chance(of, salt)}, ${skew}))::int]`;
  const userId = (n: string) => `md5('user' || ${n})::uuid`;
  const orderId = (n: string) => `md5('order' || ${n})::uuid`;
  const sinceStart = `make_interval(secs => ${DAYS} * 86400.0 * n / ${orders})`;

  return [
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     select ${userId('n')}, name, lower(translate(replace(name, ' ', '.'), 'áàâãéêíóôõúçÁÉÍÓÚ', 'aaaaeeiooouçAEIOU')) || n || '@' ||
       ${pick('{gmail.com,gmail.com,gmail.com,hotmail.com,outlook.com,yahoo.com.br,uol.com.br,empresa.com.br}', 'n', 'mail')},
       n % 3 > 0, at, at
     from (select n, now() - make_interval(days => ${DAYS}) + make_interval(secs => ${DAYS} * 86400.0 * n / ${users}) as at,
       ${pick(FIRST, 'n', 'first', 1.6)} || ' ' || ${pick(LAST, 'n', 'middle', 1.4)} || ' ' || ${pick(LAST, 'n', 'last', 1.4)} as name
       from generate_series(1, ${users}) n) person`,
    `insert into profiles (id, display_name, updated_at)
     select id, split_part(name, ' ', 1), created_at from users where hashtext(email) % 3 = 0`,
    `insert into credentials (id, user_id, account_id, provider_id, password)
     select md5('credential' || id)::uuid, id, id, 'credential', repeat('f', 161) from users`,
    `insert into sessions (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, last_seen_at)
     select md5('session' || id || k)::uuid, id, md5('token' || id || k), now() + make_interval(hours => (hashtext(email) % 720 + 719)),
       '203.0.113.7', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
       now(), now(), now()
     from users, generate_series(1, 2) k where hashtext(email || k) % 5 = 0`,
    // Nine of ten sales are over: delivered, or given up. A day's orders wait for links, an hour's for money.
    `insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
       customer_tax_id_digest, total_cents, description, fingerprint, attention, created_at, paid_at, completed_at, cancelled_at, download_link_sent_at)
     select ${orderId('n')}, users.id, status, name, email, '11987654321', 'c2VsYWRv.bm9zc2FzIHRhZw.c2VsYWRvIHNlbGFkbw',
       md5('tax' || users.id), 1500 * items, items || ' skins', 'bench:' || n, case when status = 'awaiting_payment' and n % 40 = 0 then 'amount_mismatch' end,
       at, case when status in ('pending', 'completed') then at + interval '2 minutes' end,
       case when status = 'completed' then at + interval '5 hours' end,
       case when status = 'cancelled' then at + interval '2 hours' end,
       case when status = 'completed' then at + interval '5 hours' end
     from (select n, 1 + n % 4 as items, date_trunc('milliseconds', now() - make_interval(days => ${DAYS}) + ${sinceStart}) as at,
         case when ${orders} - n < ${orders} / 20000.0 then 'awaiting_payment' when ${chance('n', 'fate')} < 0.1 then 'cancelled'
           when ${orders} - n < ${orders} / ${DAYS}.0 then 'pending' else 'completed' end as status,
         1 + floor(${users} * power(${chance('n', 'who')}, 1.3))::int as who
       from generate_series(1, ${orders}) n) sale
     join users on users.id = ${userId('who')} order by n`,
    `insert into order_items (id, order_id, position, sku, skin_name, champion_name, splash_art_url, price_cents, placed_at)
     select md5('item' || n || '/' || k)::uuid, ${orderId('n')}, k, 'lol:Campea' || champion || ':' || num, 'Guardiã Astral ' || num, 'Campeã ' || champion,
       '/img/Campea' || champion || '_' || num, 1500, created_at
     from (select n, k, (abs(hashtext('skin' || n)) + k * 41) % 173 as champion, 1 + abs(hashtext('num' || n || k)) % 11 as num
       from generate_series(1, ${orders}) n, generate_series(0, 3) k where k <= n % 4) bought
     join orders on orders.id = ${orderId('n')} order by n, k`,
    // A code that ran out before the one that was paid, in one of twelve.
    `insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents, pix_code,
       created_at, expires_at, paid_at, next_check_at)
     select md5('charge' || try || orders.id)::uuid, orders.id, 'simulator', 'pix_' || md5(try || 'at' || orders.id),
       case when try = 0 then 'expired' when attention is not null then 'held' when status = 'awaiting_payment' then 'pending'
         when status = 'cancelled' then 'expired' else 'paid' end,
       total_cents, case when try = 1 and attention is not null then 100 when try = 1 then case when paid_at is not null then total_cents end end,
       '00020126580014br.gov.bcb.pix0136' || md5(orders.id::text) || md5('b' || orders.id) || '5204000053039865802BR5925FULGOR6009SAO PAULO62070503***6304',
       created_at, created_at + interval '1 hour', case when try = 1 then paid_at end,
       case when try = 0 or status = 'cancelled' then null when status = 'awaiting_payment' then now() + interval '1 minute'
         when paid_at > now() - interval '90 days' then now() + (now() - paid_at) end
     from orders, generate_series(0, 1) try where try = 1 or hashtext(orders.id::text) % 12 = 0`,
    `insert into refunds (charge_id, order_id, amount_cents, reason, status, created_at, settled_at, requested_at)
     select id, order_id, amount_cents, 'staff', case when paid_at < now() - interval '2 days' and abs(hashtext(order_id::text)) % 200 > 0
       then 'refunded' else 'due' end, paid_at, paid_at + interval '1 hour', paid_at
     from charges where status = 'paid' and abs(hashtext(id::text)) % 100 = 0`,
    `update charges set charged_back_cents = 1500, charged_back_at = paid_at + interval '9 days'
     where status = 'paid' and abs(hashtext(id::text)) % 20000 = 1`,
    `insert into webhook_events (gateway, event_id, gateway_charge_id, charge_id, received_at, processed_at, attempts)
     select gateway, 'evt_' || id, gateway_charge_id, id, paid_at, case when paid_at < now() - interval '1 hour' then paid_at end, 1
     from charges where status = 'paid' order by paid_at`,
    // What the desk holds follows from how fast staff are, not from how many orders there have ever been.
    `insert into grants (item_id, order_id, owner_id, is_shown, state, waits_for, sku, skin_name, champion_name,
       splash_art_url, link, added_at)
     select id, order_id, user_id, is_first, state, case when state = 'waiting' then 'staff' end, sku, skin_name,
       champion_name, splash_art_url, case when state <> 'waiting' then 'https://arquivos.exemplo.com/' || replace(lower(sku), ':', '-') || '.zip' end,
       paid_at
     from (
       select item.*, nth = 1 as is_first,
         case when nth > 1 then 'revoked' when status = 'completed' then 'delivered' when newest <= 20 then 'waiting' else 'ready' end as state
       from (select order_items.*, user_id, paid_at, status,
           row_number() over (partition by user_id, sku order by paid_at, order_items.id) as nth,
           case when status = 'pending' then dense_rank() over (partition by status order by created_at desc, orders.id) end as newest
         from orders join order_items on order_id = orders.id where paid_at is not null) item
     ) sold order by paid_at`,
    `insert into audit_log (at, actor_user_id, action, subject_type, subject_id, details)
     select completed_at, ${userId(`(1 + ${chance('id', 'clerk')} * 5)::int`)}, 'order.links_sent', 'order', id, '{"links": 2}'
     from orders where completed_at is not null order by completed_at`,
    `insert into sold_skins (day, sku, sold, revenue_cents)
     select (paid_at at time zone 'America/Sao_Paulo')::date as day, sku, count(*), sum(coalesce(paid_cents, price_cents))
     from orders join order_items on order_id = orders.id
     where (paid_at at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date group by 1, 2`,
    `insert into sold_days (day) select distinct day from sold_skins`,
    `insert into messages (id, kind, user_id, name, email, subject, body, created_at, read_at, done_at)
     select md5('message' || n)::uuid, case when n % 2 = 0 then 'support' else 'contact' end, case when n % 2 = 0 then users.id end,
       name, email, case when n % 2 = 0 then 'Não consigo baixar' end, repeat('Comprei ontem e o link não abre. ', 1 + n % 9),
       date_trunc('milliseconds', now() - make_interval(days => ${DAYS}) + make_interval(secs => ${DAYS} * 86400.0 * 50 * n / ${orders})), now(), now()
     from generate_series(1, ${orders} / 50) n join users on users.id = ${userId(`(1 + n * 7 % ${users})`)} order by n`,
  ];
}
