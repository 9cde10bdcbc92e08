import { randomUUID } from 'node:crypto';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { startAbacatePayServer, type AbacatePayServer } from '../../providers/abacatepay-server.ts';
import { signWebhook, webhookBody } from '../../providers/abacatepay-webhook.ts';
import { createGate } from '../../faults/world/gate.ts';
import { startMailServer, type MailServer } from '../../faults/world/mail-server.ts';
import { startStaticDataServer, type StaticDataServer } from '../../catalog/static-data-server.ts';
import { readRows } from '../database-statement.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../../pgbouncer.ts';
import { createPostgresDatabase, expect, startShop, test, type RunningShop } from '../shop.ts';
import { logged, openConnectionTo, openStream, type Connection } from '../worker-connection.ts';

const API_KEY = 'chave-dos-processos';
const SECRET = 'segredo-dos-processos';

let source: StaticDataServer;
let bank: AbacatePayServer;
let post: MailServer;
let shop: RunningShop;
let database: string;
/** Everything here goes through it where the machine has one, to two connections of the server. */
let pooler: PgBouncer | null = null;
let lines: [Connection, Connection];
/** While set, the mail server takes a mail and does not confirm it. */
let isMailHeld = false;
let heldMails = 0;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  [source, bank, post] = await Promise.all([
    startStaticDataServer(),
    startAbacatePayServer({ apiKey: API_KEY }),
    startMailServer({
      slots: 1,
      gate: createGate(),
      watch({ name }) {
        if (!isMailHeld || name !== 'mail:received') return { kind: 'go' };
        heldMails++;
        return { kind: 'delay', ms: 300_000 };
      },
    }),
  ]);
  source.down();
  database = await createPostgresDatabase();
  pooler = hasPgBouncer ? await startPgBouncer(database, 2) : null;
  // 'embedded' only means that no further database is made for it.
  shop = await startShop('embedded', {
    DATABASE_URL: pooler?.through(database) ?? database,
    DATABASE_DIRECT_URL: database,
    WORKERS: '2',
    CATALOG_URL: source.url,
    SMTP_URL: post.urlOf(0),
    PIX_GATEWAY: 'abacatepay',
    ABACATEPAY_URL: bank.url,
    ABACATEPAY_API_KEY: API_KEY,
    ABACATEPAY_WEBHOOK_SECRET: SECRET,
  });
  lines = [await openConnectionTo(shop, 1), await openConnectionTo(shop, 2)];
});
test.afterAll(async () => {
  // Also after a worker was killed, the others end in time.
  expect(await shop.stop()).toBe(0);
  await Promise.all([source.close(), bank.close(), post.close(), pooler?.stop()]);
});

const cookieOf = (headers: { 'set-cookie'?: string[] | undefined }) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

async function signUp(line: Connection): Promise<{ email: string; cookie: string }> {
  const email = `compra-${randomUUID().slice(0, 8)}@exemplo.com`;
  const { status, headers } = await line('/api/auth/sign-up/email', {
    json: { email, password: 'segredo1', name: 'Bruna Compradora' },
  });
  expect(status).toBe(200);
  return { email, cookie: cookieOf(headers) };
}

async function staffCookie(line: Connection): Promise<string> {
  const { headers } = await line('/api/auth/sign-in/email', { json: shop.staff });
  return cookieOf(headers);
}

async function checkOut(line: Connection, buyer: { email: string; cookie: string }, skin: object) {
  const { status, text } = await line('/api/create-pix-payment', {
    headers: { cookie: buyer.cookie },
    json: {
      amount: 15,
      description: 'Skins',
      cartItems: [skin],
      customer: {
        name: 'Bruna Compradora',
        email: buyer.email,
        cellphone: '11987654321',
        taxId: '52998224725',
      },
    },
  });
  expect(status, text).toBe(201);
  return JSON.parse(text) as { payment: { id: string }; order: { id: string } };
}

/** Paid at the bank, which tells the process behind this line. */
async function payAndTell(line: Connection): Promise<void> {
  const id = [...bank.ledger.keys()].at(-1) ?? '';
  await bank.pay(id, { webhook: false });
  const charge = bank.ledger.get(id);
  if (!charge) throw new Error('The bank knows no charge.');
  const body = webhookBody({ charge, eventId: randomUUID() });
  const { status } = await line(`/webhooks/abacatepay?webhookSecret=${SECRET}`, {
    json: body,
    headers: { 'x-webhook-signature': signWebhook(JSON.stringify(body)) },
  });
  expect(status).toBe(200);
}

const skinsOnOffer = async (line: Connection) =>
  Number(/^fulgor_catalog_skins(?:\{.*\})? (\d+)$/m.exec((await line('/metrics')).text)?.[1]);

const testPooled = hasPgBouncer ? test : test.skip;

testPooled(
  'both processes share two connections of a pooler in transaction mode, and keep their own for what needs a session (PgBouncer)',
  { tag: '@release' },
  async () => {
    const rows = await readRows<{ name: string; connections: number }>(
      database,
      `select application_name as name, count(*)::int as connections from pg_stat_activity
     where datname = current_database() and application_name like 'fulgor%' group by 1`,
    );
    const connections = Object.fromEntries(rows.map(({ name, connections }) => [name, connections]));
    expect(connections).toMatchObject({ 'fulgor-live': 2, 'fulgor-jobs': 2 });
    expect(connections.fulgor).toBeLessThanOrEqual(2);
  },
);

test(
  'a setting that is saved at one process holds in the other, and a cached page with it',
  { tag: '@release' },
  async () => {
    const [here, there] = lines;
    const pageAt = async (line: Connection) => (await line('/sobre-nos')).text;
    const nameAt = async (line: Connection) => /<title>([^<]*)</.exec(await pageAt(line))?.[1];
    const cookie = await staffCookie(here);
    const save = (brand_name: string, brand_color: string) =>
      here('/api/admin/settings', { method: 'PUT', headers: { cookie }, json: { brand_name, brand_color } });
    expect(await nameAt(there)).toContain('Fulgor');
    expect((await save('Loja da Bia', '#3ad6c5')).status).toBe(200);
    expect(await nameAt(here)).toContain('Loja da Bia');
    await expect.poll(() => nameAt(there)).toContain('Loja da Bia');
    expect(await pageAt(there)).toContain('--color-accent:#3ad6c5');
    expect((await save('Fulgor', '#ffb020')).status).toBe(200);
    await expect.poll(() => nameAt(there)).toContain('Fulgor');
  },
);

test('figures are told for every process, whichever is asked', { tag: '@release' }, async () => {
  for (const line of lines) {
    const { text } = await line('/metrics');
    for (const worker of [1, 2]) {
      expect(text).toMatch(new RegExp(`^process_uptime_seconds{worker="${worker}"} \\d+$`, 'm'));
      expect(text).toContain(`fulgor_gateway_circuit_open{gateway="abacatepay",worker="${worker}"} 0`);
    }
  }
});

test('a catalogue that one process imports is sold by both', { tag: '@release' }, async () => {
  expect(await skinsOnOffer(lines[0])).not.toBe(SMALL.skins);
  source.down(false);
  await lines[0]('/admin/catalogo', {
    form: { do: 'catalog.import' },
    headers: { cookie: await staffCookie(lines[0]) },
  });
  for (const line of lines)
    await expect.poll(() => skinsOnOffer(line), { timeout: 30_000 }).toBe(SMALL.skins);
});

test(
  'who signs in at one process is known to the other, and signs out of both',
  { tag: '@release' },
  async () => {
    const { email, cookie } = await signUp(lines[0]);
    const session = await lines[1]('/api/auth/get-session', { headers: { cookie } });
    expect(session.text).toContain(email);
    await lines[1]('/api/auth/sign-out', { json: {}, headers: { cookie } });
    expect((await lines[0]('/api/orders', { headers: { cookie } })).status).toBe(401);
  },
);

test('wrong passwords are counted together', { tag: '@release' }, async () => {
  const { email } = await signUp(lines[0]);
  const answers: number[] = [];
  for (let n = 0; n < 12; n++) {
    const line = lines[n % 2] ?? lines[0];
    const { status } = await line('/api/auth/sign-in/email', {
      json: { email, password: 'errada-errada' },
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    answers.push(status);
  }
  // Ten tries (shop/limits/rate-limits.ts), whichever process hears them.
  expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test('a payment that one process hears of reaches the streams of both', { tag: '@release' }, async () => {
  const buyer = await signUp(lines[0]);
  const streams = [await openStream(shop, buyer.cookie), await openStream(shop, buyer.cookie)];
  expect(new Set(streams.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
  const { payment } = await checkOut(lines[0], buyer, { championId: 'Ahri', skinNum: 1, price: 15 });
  await payAndTell(lines[0]);
  for (const stream of streams) {
    await expect.poll(stream.text).toContain(`event: payment\ndata: {"id":"${payment.id}","status":"paid"}`);
    stream.close();
  }
});

test(
  'one process works the jobs; killed in the middle of one, the other takes over and nothing comes twice',
  { tag: '@release' },
  async () => {
    const [runner] = logged(shop, 'jobs.elected');
    expect(logged(shop, 'jobs.elected')).toHaveLength(1);
    const survivor = runner?.worker === 1 ? lines[1] : lines[0];
    const buyer = await signUp(survivor);
    const staff = await staffCookie(survivor);
    const product = await survivor('/api/admin/products', {
      headers: { cookie: staff },
      json: {
        name: 'Ahri com arquivo',
        description: 'Entregue na hora',
        price: 15,
        stock: 1,
        is_active: true,
        download_url: 'https://arquivos.exemplo.com/ahri-2',
        champion_id: 'Ahri',
        skin_num: 2,
      },
    });
    expect(product.status, product.text).toBe(201);

    const { order } = await checkOut(survivor, buyer, { championId: 'Ahri', skinNum: 2, price: 15 });
    const toBuyer = () => post.received.filter(({ to }) => to === buyer.email);
    await expect.poll(() => toBuyer().length).toBe(1);
    isMailHeld = true;
    await payAndTell(survivor);
    await expect.poll(() => heldMails).toBeGreaterThan(0);
    isMailHeld = false;
    process.kill(runner?.pid ?? 0, 'SIGKILL');

    await expect.poll(() => logged(shop, 'jobs.elected').length, { timeout: 15_000 }).toBe(2);
    const ofDelivery = () =>
      toBuyer().filter(({ text }) => text.includes('https://arquivos.exemplo.com/ahri-2'));
    await expect.poll(() => ofDelivery().length, { timeout: 30_000 }).toBe(1);
    const orders = await survivor('/api/orders', { headers: { cookie: buyer.cookie } });
    expect(JSON.parse(orders.text)).toMatchObject([{ id: order.id, status: 'completed' }]);
    const collection = await survivor('/api/collection', { headers: { cookie: buyer.cookie } });
    expect(JSON.parse(collection.text)).toHaveLength(1);
    await expect.poll(() => logged(shop, 'worker.replaced').length).toBe(1);
    const ids = toBuyer().map(({ messageId }) => messageId);
    expect(ids).toEqual([...new Set(ids)]);
  },
);
