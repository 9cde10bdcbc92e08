import pg from 'pg';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { startShop, type RunningShop } from '../../test/e2e/shop.ts';
import type { Measure, Row } from './measure.ts';
import { ensureDatabase, seedDatabase } from '../seed-database.ts';

const GOAL = 1.5;
const NUMBERS_GOAL_MS = 1000;
const CUSTOMER = { email: 'medida@exemplo.com', password: 'segredo1', name: 'Medida' };

/**
 * What people open, over HTTP, in a shop of a million orders against one of ten thousand: both run at once and are
 * asked in turn, so that whatever else the machine does falls on both. The databases stay on the server at
 * TEST_DATABASE_URL for the next time; without them this begins with filling them, two to three minutes.
 */
export const measureGrowth: Measure = {
  name: 'growth',
  async run(size) {
    const sizes = size === 'short' ? ([1000, 10_000] as const) : ([10_000, 1_000_000] as const);
    const rounds = size === 'short' ? 2 : 40;
    const [small, large] = [await openGrown(sizes[0]), await openGrown(sizes[1])];
    try {
      const rows: Row[] = [];
      for (const name of Object.keys(small.lists)) {
        const times: [number[], number[]] = [[], []];
        for (let round = -3; round < rounds; round++) {
          for (const [index, grown] of [small, large].entries()) {
            const took = await grown.open(grown.lists[name]!);
            if (round >= 0) times[index]?.push(took);
          }
        }
        const [before, after] = [median(times[0]), median(times[1])];
        rows.push({
          figure: `${name}: ${sizes[1]} orders against ${sizes[0]}`,
          goal: `≤ ${GOAL}`,
          ratio: (after / before).toFixed(2),
          absolute: `${after.toFixed(1)} ms`,
          isMet: after / before <= GOAL,
        });
      }
      for (const [name, days] of Object.entries({
        today: 1,
        'thirty days': 30,
        'a year': 365,
        'ten years': 3653,
      })) {
        const times: number[] = [];
        for (let round = -1; round < Math.min(rounds, 10); round++) {
          const took = await large.open(large.numbersOf(days));
          if (round >= 0) times.push(took);
        }
        rows.push({
          figure: `numbers of ${name}, screen: ${sizes[1]} orders`,
          goal: `≤ ${NUMBERS_GOAL_MS / 1000} s`,
          ratio: '–',
          absolute: `${median(times).toFixed(0)} ms`,
          isMet: median(times) <= NUMBERS_GOAL_MS,
        });
      }
      return rows;
    } finally {
      await small.shop.stop();
      await large.shop.stop();
    }
  },
};

interface Asked {
  path: string;
  cookie: string;
}

interface GrownShop {
  shop: RunningShop;
  lists: Record<string, Asked>;
  /** The figures of so many days up to today. */
  numbersOf(days: number): Asked;
  /** How long the answer took, in milliseconds. */
  open(asked: Asked): Promise<number>;
}

async function openGrown(orders: number): Promise<GrownShop> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const url = await ensureDatabase(server, `fulgor_grown_${orders}`);
  await seedDatabase(url, orders);
  // 'embedded' only means that no further database is made for it.
  const shop = await startShop('embedded', {
    DATABASE_URL: url,
    CATALOG_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'error',
  });
  const staff = await signIn(shop, 'sign-in/email', shop.staff);
  const customer =
    (await signIn(shop, 'sign-in/email', CUSTOMER)) || (await signIn(shop, 'sign-up/email', CUSTOMER));
  const known = await giveOrders(url);
  const of = (path: string, cookie = staff) => ({ path, cookie });
  const search = (q: string) => of(`/api/admin/orders?q=${encodeURIComponent(q)}`);
  const lists: GrownShop['lists'] = {
    'own orders': of('/api/orders', customer),
    'own orders, screen': of('/dashboard/pedidos', customer),
    'own collection': of('/api/collection', customer),
    'panel, all orders': of('/api/admin/orders'),
    'panel, to be sent': of('/api/admin/orders?status=pending'),
    'panel, done': of('/api/admin/orders?status=completed'),
    'panel, cancelled': of('/api/admin/orders?status=cancelled'),
    'panel, unpaid': of('/api/admin/orders?status=awaiting_payment'),
    'panel, money to decide about': of('/api/admin/orders?attention=1'),
    'panel, a day far back': of(`/api/admin/orders?from=${known.day}&to=${known.day}`),
    'panel, a skin': of(`/api/admin/orders?skin=Campea7_3`),
    'panel, a tax id that nobody has': of('/api/admin/orders?cpf=52998224725'),
    'panel, late': of('/api/admin/orders?late=1'),
    'panel, what is due first': of('/api/admin/orders?status=pending&sort=due'),
    'panel, a skin that waits': of('/api/admin/orders?status=pending&sort=due&skin=Campea7_3'),
    'panel, a page far down': of(`/api/admin/orders?cursor=${known.cursor}`),
    "search, an order's number": search(known.id.slice(0, 8)),
    "search, a customer's address": search(known.email),
    "search, a customer's whole name": search(known.name),
    'search, a frequent name': search('maria'),
    'search, a word that nobody has': search('zzyzx'),
    'panel with its figures, screen': of('/admin'),
    'delivery desk': of('/api/admin/desk'),
    'delivery desk, screen': of('/admin/mesa'),
    'decisions, screen': of('/admin/atencao'),
    'log, screen': of('/admin/registro'),
    'messages, screen': of('/admin/mensagens'),
  };
  return {
    shop,
    lists,
    numbersOf(days) {
      const to = dayOf(new Date());
      return of(`/admin/numeros?from=${addDays(to, 1 - days)}&to=${to}`);
    },
    async open({ path, cookie }) {
      const startedAt = performance.now();
      const answer = await fetch(shop.url + path, { headers: { cookie }, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - startedAt;
    },
  };
}

async function signIn(shop: RunningShop, kind: string, account: object): Promise<string> {
  const answer = await fetch(`${shop.url}/api/auth/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify(account),
  });
  const cookies = answer.ok ? answer.headers.getSetCookie() : [];
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** As many as wait in the smaller shop. What waits follows from how fast staff are, not from all orders ever placed. */
const WAITING = 8;

/** Gives the measuring customer forty orders from all times, and names one order to look for. */
async function giveOrders(
  url: string,
): Promise<{ id: string; email: string; name: string; day: string; cursor: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const me = `(select id from users where email = '${CUSTOMER.email}')`;
  const { rows: own } = await client.query(`select from orders where user_id = ${me} limit 1`);
  if (own.length === 0) {
    await client.query(`
      with spread as (
        select distinct on (bucket) id from (
          select id, ntile(40) over (order by id) as bucket from orders where status = 'completed' and id < '20000000-0000-0000-0000-000000000000'
        ) sample
      ), given as (update orders set user_id = ${me} where id in (select id from spread) returning id)
      update grants set owner_id = ${me} where id in (
        select distinct on (sku) id from user_collection where order_id in (select id from spread))`);
  }
  await client.query(`
    update orders set status = 'completed', completed_at = paid_at, download_link_sent_at = paid_at
    where status = 'pending' and id not in (
      select id from orders where status = 'pending' order by created_at desc limit ${WAITING})`);
  const { rows } = await client.query(`
    select id, customer_email as email, customer_name as name, created_at from orders
    where created_at < (select max(created_at) - (max(created_at) - min(created_at)) / 2 from orders)
    order by created_at desc limit 1`);
  await client.end();
  return {
    ...rows[0],
    day: rows[0].created_at.toISOString().slice(0, 10),
    cursor: `${rows[0].created_at.getTime()}_${rows[0].id}`,
  };
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
