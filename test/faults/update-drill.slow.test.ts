import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '#db/migrate.server.ts';
import { openDrill, type Drill } from './drill/open-drill.ts';
import { readBooksOf } from './drill/read-books-of.ts';
import { until } from './drill/until.ts';
import { untilMailed, untilNothingWaits } from './drill/until-delivered.ts';
import { judge } from './judge/judge.ts';
import type { Books } from './judge/read-books.ts';
import { askShop, type ShopRequest } from './people/shop-client.ts';
import { buildRelease, hasCommit } from './world/build-release.ts';
import type { DatabaseKind } from './world/shop-template.ts';
import type { World } from './world/world.ts';

/** The last release, 0.2.0: docs/updating.md says when this moves on. */
const LAST_RELEASE = 'ecf93f21e0f6c89f0aa02cd30af46d1aa54391da';
const NEW_MAIN = resolve(import.meta.dirname, '../../build/server/main.js');
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';
const EACH = 6;

const canBuild = await hasCommit(LAST_RELEASE);

test.skipIf(!canBuild)(
  'on PostgreSQL this release follows the last one after a stop, without loss (history of git)',
  async () => {
    const drill = await openUpdate('postgres', await buildRelease(LAST_RELEASE), 2);
    const { world } = drill;
    try {
      await drill.sell(EACH);
      const before = await useTheRest(world, 'before');
      // It may not run beside this one: docs/updating.md.
      await world.deploy(0, null);
      await world.deploy(1, NEW_MAIN);
      await until(() => world.serves(1));
      expect(await appliedMigrations(world)).toEqual(migrationNames());
      await drill.sell(EACH);
      const after = await useTheRest(world, 'after');
      await delivered(drill);
      for (const { gift } of [before, after]) await open(world, gift);
      expect(await refusedScreens(world)).toEqual([]);
      expect(await judged(drill, 'postgres', [...before.orders, ...after.orders])).toEqual([]);
      expect(drill.refused).toEqual([]);
    } finally {
      await drill.close();
    }
  },
  600_000,
);

test.skipIf(!canBuild)(
  'in one folder this release follows the last one without loss (history of git)',
  async () => {
    const oldMain = await buildRelease(LAST_RELEASE);
    const drill = await openUpdate('embedded', oldMain, 1);
    const { world } = drill;
    try {
      for (const main of [oldMain, NEW_MAIN]) {
        await world.deploy(0, main);
        await until(() => world.serves(0));
        await drill.sell(EACH);
        await delivered(drill);
        expect(await refusedScreens(world)).toEqual([]);
      }
      // The way back, which nobody asked for.
      expect(await readdir(join(world.dataDirectory, 'backups'))).toHaveLength(1);
      expect(await judged(drill, 'embedded')).toEqual([]);
      expect(drill.refused).toEqual([]);
    } finally {
      await drill.close();
    }
  },
  600_000,
);

const openUpdate = (database: DatabaseKind, mainFile: string, processes: number) =>
  openDrill({
    database,
    mainFile,
    postgresUrl,
    purchases: 6 * EACH,
    processes,
    emptySlots: [processes - 1],
  });

/** Everything that was bought has come, with its mails. */
async function delivered(drill: Drill): Promise<void> {
  await untilNothingWaits(drill);
  await untilMailed(drill);
}

/** `apart`: orders that the judge cannot know: paid elsewhere, or cheaper than its price of a skin. */
async function judged(drill: Drill, kind: DatabaseKind, apart: readonly string[] = []): Promise<string[]> {
  const { world, testimony } = drill;
  await drill.end();
  const books = await readBooksOf(kind, world.dataDirectory);
  expect(books.orders.filter(({ status }) => status !== 'completed')).toEqual([]);
  const { linked, customers } = world.template;
  const chargesApart = books.charges
    .filter(({ order_id }) => apart.includes(order_id))
    .map((charge) => charge.gateway_charge_id);
  return judge({
    bank: {
      ...world.bank,
      ledger: new Map([...world.bank.ledger].filter(([id]) => !chargesApart.includes(id))),
    },
    books: withoutOrders(books, apart),
    mails: world.mail.received,
    testimony: { ...testimony, linksTold: testimony.linksTold.filter((id) => !apart.includes(id)) },
    linked,
    customers,
  });
}

interface Rest {
  /** Orders that the judge cannot know. */
  orders: string[];
  gift: { to: string; sku: string };
}

/** A file, a patch day, a manual order, a role, a dispute, a coupon and a gift that waits: in each release, then both together. */
async function useTheRest(world: World, when: 'before' | 'after'): Promise<Rest> {
  const { customers, plain, staffCookie: cookie } = world.template;
  const [buyer, clerk] = when === 'before' ? customers.slice(-4) : customers.slice(-2);
  const [bought, known, cheaper] = when === 'before' ? plain.slice(-6) : plain.slice(-3);
  if (!buyer || !clerk || !bought || !known || !cheaper) throw new Error('The template has too few.');
  const ask = async (request: ShopRequest) => {
    const answer = await askShop(world, { cookie, ...request });
    if (!answer || answer.status >= 300) throw new Error(`${request.path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  await ask({ path: '/api/admin/settings', method: 'PUT', json: { brand_name: `Loja da Bia ${when}` } });
  await ask({
    path: `/api/admin/skin-files/${known.championId}/${known.skinNum}`,
    method: 'PUT',
    json: { link: 'https://cofre.example/novo', auto: true },
  });
  await ask({ path: '/api/admin/patch', json: { scope: { all: true }, state: 'updating' } });
  const placed = await ask({
    path: '/api/admin/orders',
    json: { email: buyer.email, skins: [[bought.championId, bought.skinNum]], reason: 'Pago em dinheiro' },
  });
  await ask({ path: '/api/admin/patch', json: { scope: { all: true }, state: 'ready', notify: true } });
  await world.postgres?.query(
    when === 'before'
      ? `insert into user_roles (user_id, role, staff_role) values ($1, 'staff', 'entrega')`
      : `insert into user_roles (user_id, role) values ($1, 'delivery')`,
    [clerk.userId],
  );
  // Of an order that has its skin already: a dispute would hold it back.
  await until(async () => {
    const disputed = await world.postgres!.query(
      `insert into disputes (order_id, charge_id, gateway, gateway_dispute_id, opened_at, reason)
        select order_id, charges.id, gateway, $1, now(), 'fraud'
        from charges join orders on orders.id = order_id
        where charges.status = 'paid' and orders.status = 'completed'
          and not exists (select from disputes known where known.order_id = orders.id)
        limit 1 returning id`,
      [when],
    );
    return disputed.length > 0;
  });
  const coupon = `VOLTEI-${when.toUpperCase()}`;
  await ask({ path: '/api/admin/coupons', json: { code: coupon, percent: 10 } });
  const to = `presente-${when}@faults.test`;
  const { order, payment } = (await ask({
    path: '/api/create-pix-payment',
    cookie: buyer.cookie,
    json: {
      cartItems: [cheaper],
      coupon,
      gift: { email: to, message: 'Feliz aniversário!' },
      customer: { name: 'Bruna', email: buyer.email, cellphone: '11987654321', taxId: '52998224725' },
    },
  })) as { order: { id: string }; payment: { id: string; pixCode: string; amount: number } };
  expect(payment.amount).toBe(13.5);
  world.bank.pay(payment.pixCode, 1350);
  const asked = await ask({ path: `/api/payments/${payment.id}`, cookie: buyer.cookie, method: 'POST' });
  expect(asked).toMatchObject({ status: 'paid' });
  return {
    orders: [(placed as { order: { id: string } }).order.id, order.id],
    gift: { to, sku: `lol:${cheaper.championId}:${cheaper.skinNum}` },
  };
}

/** Whoever got it opens it, and has what was given. */
async function open(world: World, { to, sku }: Rest['gift']): Promise<void> {
  const cookie = world.template.customers[0]?.cookie ?? '';
  let token: string | undefined;
  await until(async () => {
    const mail = world.mail.received.find((one) => one.to.includes(to));
    token = /\/presente\/([\w-]{22})/.exec(mail?.text ?? '')?.[1];
    return token !== undefined;
  });
  const claimed = await askShop(world, { path: `/api/gifts/${token}/claim`, cookie, json: {} });
  expect(claimed?.status).toBe(200);
  const collection = await askShop(world, { path: '/api/collection', cookie });
  expect(JSON.stringify(collection?.body)).toContain(`"${sku}"`);
}

/** Screens of staff and of a buyer that are not drawn: the same in both releases. */
async function refusedScreens(world: World): Promise<string[]> {
  const { customers, staffCookie } = world.template;
  const orders = await askShop(world, { path: '/api/admin/orders', cookie: staffCookie });
  const ids = ((orders?.body ?? []) as { id: string }[]).map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(EACH);
  const ofStaff = [
    '/admin',
    '/admin?attention=1',
    '/admin/atencao',
    '/admin/produtos',
    '/admin/mensagens',
    '/admin/catalogo',
    '/admin/registro',
    '/api/admin/attention',
    '/api/admin/audit',
    ...ids.map((id) => `/admin/pedidos/${id}`),
  ].map((path) => ({ path, cookie: staffCookie }));
  const ofBuyers = customers.flatMap(({ cookie }) =>
    [
      '/dashboard',
      '/dashboard/pedidos',
      '/dashboard/download',
      '/api/orders',
      '/api/collection',
      '/loja',
    ].map((path) => ({ path, cookie })),
  );
  const refused: string[] = [];
  for (const { path, cookie } of [...ofStaff, ...ofBuyers]) {
    const answer = await askShop(world, { path, cookie });
    if (answer?.status !== 200) refused.push(`${path}: ${answer?.status ?? 'no answer'}`);
  }
  return refused;
}

async function appliedMigrations(world: World): Promise<string[]> {
  const rows = await world.postgres!.query<{ name: string }>('select name from schema_migrations');
  return rows.map(({ name }) => name).toSorted();
}

function withoutOrders(books: Books, apart: readonly string[]): Books {
  const others = <Row extends { order_id: string | null }>(rows: Row[]) =>
    rows.filter(({ order_id }) => order_id === null || !apart.includes(order_id));
  return {
    ...books,
    orders: books.orders.filter(({ id }) => !apart.includes(id)),
    items: others(books.items),
    charges: others(books.charges),
    collection: others(books.collection),
    mailJobs: others(books.mailJobs),
  };
}
