import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrationNames } from '#db/migrate.server.ts';
import { judge } from './judge/judge.ts';
import { readBooks, type Books } from './judge/read-books.ts';
import { checkOut, payAndTell } from './people/buyer.ts';
import { askShop, type ShopRequest } from './people/shop-client.ts';
import { sendAllLinks, workAsStaff } from './people/staff.ts';
import { createTestimony, type Testimony } from './people/testimony.ts';
import { DIALECTS } from './run-many.ts';
import type { Intent, Schedule } from './schedule/schedule.ts';
import { buildRelease, hasCommit } from './world/build-release.ts';
import { openDirectPostgres } from './world/direct-postgres.ts';
import { buildTemplate, openEmbedded, type DatabaseKind } from './world/shop-template.ts';
import { createWorld, type World } from './world/world.ts';

/** The last release, 0.1.0: docs/updating.md says when this moves on. */
const LAST_RELEASE = '72c9e0535c4e8fe7f834aa1f162fbd4b579edad5';
const NEW_MAIN = resolve(import.meta.dirname, '../../build/server/main.js');
const postgresUrl = process.env.TEST_DATABASE_URL ?? '';
const EACH = 6;

const canBuild = await hasCommit(LAST_RELEASE);

test.skipIf(!canBuild)(
  'on PostgreSQL this release starts beside the last one, takes over and gives back without loss (history of git)',
  async () => {
    const oldMain = await buildRelease(LAST_RELEASE);
    const drill = await openDrill('postgres', oldMain, 2);
    const { world } = drill;
    try {
      await drill.sell();
      // The migrations run while the last release sells.
      const selling = drill.sell();
      await world.deploy(1, NEW_MAIN);
      await until(() => world.serves(1));
      await selling;
      expect(await appliedMigrations(world)).toEqual(migrationNames());
      // Both serve.
      await drill.sell();
      await world.deploy(0, null);
      await drill.sell();
      const manual = await useWhatIsNew(world);
      await drill.delivered();

      // The way back, on the migrated database.
      await world.deploy(1, null);
      await world.deploy(0, oldMain);
      await until(() => world.serves(0));
      expect(await refusedScreens(world)).toEqual([]);
      await drill.sell();
      await drill.delivered();
      expect(await refusedScreens(world)).toEqual([]);

      // And forward again.
      await world.deploy(0, null);
      await world.deploy(1, NEW_MAIN);
      await until(() => world.serves(1));
      await drill.sell();
      await drill.delivered();
      expect(await refusedScreens(world)).toEqual([]);
      expect(await drill.judged(manual)).toEqual([]);
      expect(drill.troubles).toEqual([]);
    } finally {
      await drill.close();
    }
  },
  300_000,
);

test.skipIf(!canBuild)(
  'in one folder this release follows the last one and gives back without loss (history of git)',
  async () => {
    const oldMain = await buildRelease(LAST_RELEASE);
    const drill = await openDrill('embedded', oldMain, 1);
    const { world } = drill;
    try {
      for (const main of [oldMain, NEW_MAIN, oldMain, NEW_MAIN]) {
        await world.deploy(0, main);
        await until(() => world.serves(0));
        await drill.sell();
        await drill.delivered();
        expect(await refusedScreens(world)).toEqual([]);
      }
      expect(await drill.judged(null)).toEqual([]);
      expect(drill.troubles).toEqual([]);
    } finally {
      await drill.close();
    }
  },
  300_000,
);

async function openDrill(kind: DatabaseKind, mainFile: string, processes: number) {
  const template = await buildTemplate(kind, { mainFile, postgresUrl });
  const schedule: Schedule = {
    seed: 0,
    number: 1,
    database: kind,
    gateway: 'abacatepay-v1',
    processes,
    intents: drawIntents(template.plain, template.customers.length),
    kills: Array.from({ length: processes }, () => []),
    disturbances: [],
    restartsAtMs: [],
    silences: [],
    staffTwice: false,
    forges: false,
    snoops: false,
    deletes: [],
  };
  const world = await createWorld({
    schedule,
    template,
    dialect: DIALECTS['abacatepay-v1']!(),
    mainFile,
    emptySlots: kind === 'postgres' ? [1] : [0],
    postgresUrl,
    tally: { kills: new Map(), network: new Map() },
  });
  const testimony = createTestimony();
  const stop = new AbortController();
  const staff = workAsStaff(world, testimony, stop.signal);
  const waiting = [...schedule.intents];
  const troubles: string[] = [];
  return {
    world,
    /** What a buyer was refused. */
    troubles,
    async sell(): Promise<void> {
      const intents = waiting.splice(0, EACH);
      const lane = async () => {
        for (let intent = intents.shift(); intent; intent = intents.shift()) {
          const purchase = await checkOut(world, testimony, intent);
          if (purchase) await payAndTell(world, testimony, intent, purchase);
          else troubles.push(`purchase ${intent.number} was refused`);
        }
      };
      await Promise.all([lane(), lane()]);
    },
    delivered: () => untilNothingWaits(world, testimony),
    /** `apart`: an order that was paid elsewhere, of which the bank knows nothing. */
    async judged(apart: string | null): Promise<string[]> {
      stop.abort();
      await staff;
      await world.killAll();
      const books = await read(world, kind);
      expect(books.orders.filter(({ status }) => status !== 'completed')).toEqual([]);
      return judge({
        bank: world.bank,
        books: withoutOrder(books, apart),
        mails: world.mail.received,
        testimony: { ...testimony, linksTold: testimony.linksTold.filter((id) => id !== apart) },
        linked: template.linked,
        customers: template.customers,
      });
    },
    async close(): Promise<void> {
      stop.abort();
      await world.close();
      await template.drop();
    },
  };
}

/** One purchase of one skin each. */
function drawIntents(skins: readonly { championId: string; skinNum: number }[], customers: number): Intent[] {
  return Array.from({ length: 6 * EACH }, (_, number) => ({
    number,
    customer: number % customers,
    skins: [skins[number]!],
    freeCents: null,
    hasKey: true,
    clicks: 1,
    tampers: null,
    payment: 'once' as const,
    webhook: { copies: 1, delaysMs: [0], isRepeated: true },
    asks: false,
  }));
}

/** Rows that only this release writes, as the last one finds them. @returns the order that was paid elsewhere. */
async function useWhatIsNew(world: World): Promise<string> {
  const { customers, plain, staffCookie: cookie } = world.template;
  const [buyer, clerk] = customers.slice(-2) as [(typeof customers)[0], (typeof customers)[0]];
  const [bought, known] = plain.slice(-2).map((skin) => [skin.championId, skin.skinNum] as const);
  const ask = async (request: ShopRequest) => {
    const answer = await askShop(world, { cookie, ...request });
    if (!answer || answer.status >= 300) throw new Error(`${request.path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  await ask({ path: '/api/admin/settings', method: 'PUT', json: { brand_name: 'Loja da Bia' } });
  const file = { link: 'https://cofre.example/novo', auto: true };
  await ask({ path: `/api/admin/skin-files/${known!.join('/')}`, method: 'PUT', json: file });
  await ask({ path: '/api/admin/patch', json: { scope: { all: true }, state: 'updating' } });
  const placed = await ask({
    path: '/api/admin/orders',
    json: { email: buyer.email, skins: [bought], reason: 'Pago em dinheiro' },
  });
  await ask({ path: '/api/admin/patch', json: { scope: { all: true }, state: 'ready', notify: true } });
  await world.postgres?.query(
    `insert into user_roles (user_id, role, staff_role) values ($1, 'staff', 'entrega')`,
    [clerk.userId],
  );
  await world.postgres?.query(
    `insert into disputes (order_id, charge_id, gateway, gateway_dispute_id, opened_at, reason)
      select order_id, id, gateway, 'x', now(), 'fraud' from charges where status = 'paid' order by created_at limit 1`,
  );
  return (placed as { order: { id: string } }).order.id;
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

async function untilNothingWaits(world: World, testimony: Testimony): Promise<void> {
  const cookie = world.template.staffCookie;
  await until(async () => {
    await sendAllLinks(world, testimony);
    const lists = await Promise.all(
      ['awaiting_payment', 'pending'].map((status) =>
        askShop(world, { path: `/api/admin/orders?status=${status}`, cookie }),
      ),
    );
    if (!lists.every((list) => list?.status === 200 && (list.body as unknown[]).length === 0)) return false;
    const isSent = (words: RegExp) => world.mail.received.filter(({ subject }) => words.test(subject)).length;
    const orders = new Set(testimony.ordersTold.map(({ orderId }) => orderId)).size;
    return isSent(/Pagamento confirmado/) >= orders && isSent(/cheg(?:ou|aram)!|foi concluído/) >= orders;
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 100) {
    if (waited > 60_000) throw new Error(`It never came to be: ${isSo.toString()}`);
    await sleep(100);
  }
}

async function appliedMigrations(world: World): Promise<string[]> {
  const rows = await world.postgres!.query<{ name: string }>('select name from schema_migrations');
  return rows.map(({ name }) => name).toSorted();
}

async function read(world: World, kind: DatabaseKind): Promise<Books> {
  const reader =
    kind === 'embedded'
      ? await openEmbedded(resolve(world.dataDirectory, 'db'))
      : openDirectPostgres(world.dataDirectory);
  try {
    return await readBooks(reader);
  } finally {
    await reader.close();
  }
}

function withoutOrder(books: Books, apart: string | null): Books {
  const others = <Row extends { order_id: string | null }>(rows: Row[]) =>
    rows.filter(({ order_id }) => order_id !== apart);
  return {
    ...books,
    orders: books.orders.filter(({ id }) => id !== apart),
    items: others(books.items),
    charges: others(books.charges),
    collection: others(books.collection),
    mailJobs: others(books.mailJobs),
  };
}
