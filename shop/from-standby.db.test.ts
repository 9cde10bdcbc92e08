import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { skinsOf } from '#test/purchases.ts';
import { startCluster, type Cluster } from '#test/start-cluster.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { fromStandby } from './from-standby.ts';

const onServer = process.env.TEST_DATABASE === 'postgres';
const NEEDS = 'needs PostgreSQL and its pg_basebackup';
const HOUR_MS = 3_600_000;

let cluster: Cluster | null = null;
let shop: TestContext;
let app: OpenApp;

beforeAll(async () => {
  if (onServer) cluster = await startCluster();
  if (!cluster) return;
  const database = await openDatabase({
    url: cluster.primary,
    readUrl: cluster.standby,
    // Whatever is read there is as old as the test makes it.
    standbyLimits: { behindMs: HOUR_MS, believedMs: HOUR_MS, patienceMs: 20_000 },
  });
  await migrate(database);
  shop = await createTestContext({ database: { ...database, url: cluster.primary } });
  app = await openApp(shop);
});
afterAll(async () => {
  if (!cluster) return;
  await shop.close();
  await cluster.stop();
});

const isStandby = async (db: DatabaseHandle['db']) => {
  const { rows } = await sql<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(db);
  return rows[0]?.there;
};

/** From here on it receives all and shows nothing of it. */
async function standStill({ onStandby }: Cluster): Promise<void> {
  await onStandby('select pg_wal_replay_pause()');
  await expect
    .poll(() => onStandby('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
}

test(
  'on one database both are the same, and a transaction is refused all the same',
  { tags: 'release' },
  async ({ skip }) => {
    if (onServer) return skip('asked of the embedded database');
    const alone = await createTestContext();
    expect(fromStandby(alone.ctx).db).toBe(alone.ctx.db);
    expect(() => fromStandby(alone.ctx).transaction(async () => {})).toThrow('only a standby may be read');
    await alone.close();
  },
);

test(
  'while a standby stands still, a buyer reads all that they wrote, and only numbers and CSV are old',
  { tags: 'release' },
  async ({ skip }) => {
    if (!cluster) return skip(NEEDS);
    const [buyer, clerk] = [await app.signUp('bruna'), await app.signUp('equipe')];
    await makeStaff(shop, clerk.email);
    const ask = async (who: { cookie: string }, path: string, body?: object) => {
      const answer = await app.ask(path, {
        method: body ? 'POST' : 'GET',
        headers: { Cookie: who.cookie, Origin: app.url, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(answer.status, path).toBeLessThan(300);
      return answer.text();
    };
    const read = async (who: { cookie: string }, path: string) => JSON.parse(await ask(who, path)) as never;
    const numbers = () => read(clerk, '/api/admin/numbers') as Promise<{ orders: number }>;
    const exported = async () => (await ask(clerk, '/api/admin/orders.csv')).split('\r\n').length - 2;

    // It has followed this far.
    await expect
      .poll(() => sql`select from users`.execute(fromStandby(shop.ctx).db).then((r) => r.rows.length))
      .toBe(2);
    expect(await isStandby(shop.ctx.standby)).toBe(true);
    await standStill(cluster);

    const customer = { name: 'Bruna', email: buyer.email, cellphone: '11987654321', taxId: '52998224725' };
    const bought = await ask(buyer, '/api/create-pix-payment', {
      skinData: skinsOf(shop.ctx, 0)[0],
      customer,
    });
    const { payment, order } = JSON.parse(bought) as { payment: { id: string }; order: { id: string } };
    expect(await ask(buyer, '/api/orders')).toContain(order.id);
    await shop.simulator.pay(payment.id);
    await ask(buyer, `/api/payments/${payment.id}`, {});
    expect(await read(buyer, '/api/orders')).toMatchObject([{ id: order.id, status: 'pending' }]);
    expect(await read(buyer, '/api/collection')).toHaveLength(1);
    for (const page of ['/dashboard/pedidos', '/dashboard/colecao']) {
      expect(await ask(buyer, page)).not.toMatch(/Nenhum pedido encontrado|Sua coleção está vazia/);
    }
    expect(await ask(clerk, '/api/admin/orders')).toContain(order.id);
    expect([(await numbers()).orders, await exported()]).toEqual([0, 0]);

    await cluster.onStandby('select pg_wal_replay_resume()');
    await expect.poll(async () => [(await numbers()).orders, await exported()]).toEqual([1, 1]);
  },
);

test(
  'a standby that is behind, or away, is not read, and one that keeps up again is',
  { tags: 'release' },
  async ({ skip }) => {
    if (!cluster) return skip(NEEDS);
    const strict = await openDatabase({
      url: cluster.primary,
      readUrl: cluster.standby,
      standbyLimits: { behindMs: 0, believedMs: 0, patienceMs: 20_000 },
    });
    await expect.poll(() => isStandby(strict.standby)).toBe(true);
    await standStill(cluster);
    await strict.executeSql(
      `insert into users (id, name, email) values (gen_random_uuid(), 'Nova', 'nova@exemplo.com')`,
    );
    expect(await isStandby(strict.standby)).toBe(false);
    await cluster.onStandby('select pg_wal_replay_resume()');
    await expect.poll(() => isStandby(strict.standby)).toBe(true);

    await expect(sql`delete from users`.execute(strict.standby)).rejects.toMatchObject({ code: '25006' });
    expect(() => strict.standby.transaction()).toThrow();

    const half = sql<{ there: boolean }>`select pg_is_in_recovery() as there from pg_sleep(0.5)`;
    const asked = half.execute(strict.standby);
    await expect
      .poll(() =>
        cluster!.onStandby(
          `select from pg_stat_activity where query like '%sleep(0.5)' and state = 'active'`,
        ),
      )
      .toHaveLength(1);
    await cluster.stopStandby();
    // It was cut half-way, and the primary has answered it.
    expect((await asked).rows).toEqual([{ there: false }]);
    for (let times = 0; times < 3; times++) expect(await isStandby(strict.standby)).toBe(false);
    expect(await isStandby(shop.ctx.standby)).toBe(false);
    await strict.close();
  },
);
