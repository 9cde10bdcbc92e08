import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#test/database.ts';
import { migrate } from '#db/migrate.server.ts';

test('time', async () => {
  const database = await createEmptyTestDatabase();
  await migrate(database, { upTo: '0074_role_names.sql' });
  const n = Number(process.env.ORDERS ?? 100000);
  const run = (text: string) => database.executeSql(text);
  await run(
    `insert into users (id, name, email) select md5('u'||n)::uuid, 'Ana', 'a'||n||'@x.com' from generate_series(1, ${n} / 5) n`,
  );
  await run(`insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
    total_cents, description, fingerprint, created_at, paid_at, completed_at)
    select md5('o'||n)::uuid, md5('u'||(1 + n % (${n} / 5)))::uuid, 'completed', 'Ana', 'a@x.com', '119', 'x', 1500, 'x', 'f'||n, now(), now(), now() from generate_series(1, ${n}) n`);
  await run(`insert into order_items (id, order_id, position, champion_id, skin_num, skin_name, champion_name, splash_art_url, price_cents, download_link, kept, placed_at)
    select md5('i'||n||'/'||k)::uuid, md5('o'||n)::uuid, k, 'Campea'||(n/7 % 173), (k*40 + n / (${n}/5)), 'Skin', 'Campea', '/img/x', 1500, 'https://x.com/a.zip', true, now() from generate_series(1, ${n}) n, generate_series(0, 1) k`);
  await run(`insert into user_collection (user_id, order_id, champion_id, skin_num, skin_name, champion_name, splash_art_url, download_link, added_at)
    select o.user_id, o.id, i.champion_id, i.skin_num, 'Skin', 'Campea', '/img/x', 'https://x.com/a.zip', now() from orders o join order_items i on i.order_id = o.id on conflict do nothing`);
  await run(`insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents, created_at, expires_at, paid_at)
    select md5('c'||n)::uuid, md5('o'||n)::uuid, 'simulator', 'p'||n, 'paid', 1500, 1500, now(), now(), now() from generate_series(1, ${n}) n`);
  await run('analyze');
  const at = performance.now();
  const names = await migrate(database);
  console.log('STEP', n, Math.round(performance.now() - at), 'ms', names.join(' '));
  const { rows } = await run('select count(*)::int as n from grants');
  console.log('grants', JSON.stringify(rows));
  expect(names.length).toBeGreaterThan(3);
  await database.close();
}, 900_000);
