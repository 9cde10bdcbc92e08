import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#test/database.ts';
import { migrate, migrationNames } from './migrate.server.ts';

/** The last migration of each release that is in somebody's hands, and the very first one. */
const RELEASED = [
  '0001_shop.sql',
  '0009_decided_money.sql',
  '0017_retention.sql',
  '0064_gift_has_one_owner.sql',
];

const ORDER = '00000000-0000-4000-8000-00000000000a';
const CHARGE = '00000000-0000-4000-8000-00000000000b';

test('an empty database gets every migration once, and a second start nothing', async () => {
  const database = await createEmptyTestDatabase();
  expect(await migrate(database)).toEqual(migrationNames());
  expect(await migrate(database)).toEqual([]);
  await database.close();
});

test('a database of each earlier release is brought forward without losing its rows', async () => {
  for (const release of process.env.RELEASE ? RELEASED : RELEASED.slice(-1)) {
    const database = await createEmptyTestDatabase();
    await migrate(database, { upTo: release });
    await database.executeSql(
      `insert into users (id, name, email) values (gen_random_uuid(), 'Ana', 'ana@exemplo.com')`,
    );
    expect(await migrate(database)).toEqual(migrationNames().filter((name) => name > release));
    const { rows } = await database.executeSql('select name from users');
    expect(rows).toEqual([{ name: 'Ana' }]);
    await database.close();
  }
}, 120_000);

test('two processes that start at once on one database both end up migrated', async () => {
  const database = await createEmptyTestDatabase();
  const applied = await Promise.all([migrate(database), migrate(database)]);
  expect(applied.flat().sort()).toEqual(migrationNames());
  await database.close();
});

test('refunds recorded by the release before can be sent by this one', { tags: 'release' }, async () => {
  const database = await createEmptyTestDatabase();
  await migrate(database, { upTo: '0003_messages.sql' });
  await database.executeSql(`
    insert into orders (id, status, customer_name, customer_email, customer_cellphone,
      customer_tax_id_sealed, total_cents, description, fingerprint, created_at)
    values ('${ORDER}', 'pending', 'Ana', 'ana@exemplo.com', '', '', 1500, 'x', 'x', now());
    insert into charges (id, order_id, gateway, status, amount_cents, paid_amount_cents, created_at, expires_at, paid_at)
    values ('${CHARGE}', '${ORDER}', 'simulator', 'paid', 1500, 2000, now(), now(), now());
    insert into refunds (charge_id, order_id, amount_cents, reason, created_at)
    values ('${CHARGE}', '${ORDER}', 500, 'overpaid', now());
    insert into audit_log (at, action, subject_type, subject_id) values (now(), 'order.links_sent', 'order', 'o')`);
  await migrate(database);
  await database.executeSql(`update refunds set status = 'requested'`);
  const { rows } = await database.executeSql(`
    select refunds.status, refunds.is_manual, charges.next_check_at is not null as watched,
      (select count(*) from audit_log)::int as log
    from refunds join charges on charges.id = refunds.charge_id`);
  expect(rows).toEqual([{ status: 'requested', is_manual: false, watched: true, log: 1 }]);
  await expect(database.executeSql(`update refunds set amount_cents = 2001`)).rejects.toThrow(/exceeds/);
  await expect(database.executeSql('delete from audit_log')).rejects.toThrow(/only grows/);
  await database.close();
});

test('the view that the release before reads has no kind that it does not know', async () => {
  const database = await createEmptyTestDatabase();
  await migrate(database);
  await database.executeSql(`
    insert into orders (id, status, customer_name, customer_email, customer_cellphone,
      customer_tax_id_sealed, total_cents, description, fingerprint, created_at)
    values ('${ORDER}', 'pending', 'Ana', 'ana@exemplo.com', '', '', 1500, 'x', 'x', now());
    insert into charges (id, order_id, gateway, status, amount_cents, paid_amount_cents, created_at, expires_at, paid_at)
    values ('${CHARGE}', '${ORDER}', 'simulator', 'paid', 1500, 1500, now(), now(), now());
    insert into disputes (order_id, charge_id, gateway, gateway_dispute_id, opened_at, reason)
    values ('${ORDER}', '${CHARGE}', 'simulator', 'x', now(), 'x');
    insert into withdrawals (order_id, charge_id, asked_at, state)
    values ('${ORDER}', '${CHARGE}', now(), 'requested')`);
  const { rows } = await database.executeSql(`
    select (select count(*) from attention)::int as oldest, (select count(*) from attention_and_disputes)::int as old,
      (select count(*) from attention_of_staff)::int as new`);
  expect(rows).toEqual([{ oldest: 0, old: 1, new: 2 }]);
  await database.close();
});
