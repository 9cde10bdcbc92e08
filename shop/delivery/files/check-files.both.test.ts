import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOrders } from '#shop/orders/search/list-all-orders.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { checkDueFiles, checkFilesNow } from './check-files.ts';
import { storeFile } from './store-file.ts';
import { storedFileKey } from './stored-file.ts';
import { countBrokenFiles, listBrokenFiles } from './list-broken-files.ts';
import { markBroken } from './mark-broken.ts';
import { saveSkinFile } from './save-skin-file.ts';

const HOUR = 3600;
const NOT_FOUND = 'O endereço respondeu que o arquivo não existe (404).';

let server: Server;
let host: string;
/** Ports on which nobody listens. */
let silent: string[];
let shop: TestContext;
let clerk: string;
let answers: Record<string, number> = {};
let asked: string[] = [];
let open = 0;
let mostOpen = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.method} ${path} ${request.headers.range ?? '-'}`);
    mostOpen = Math.max(mostOpen, ++open);
    response.on('close', () => open--);
    const status = path.startsWith('/no-head') && request.method === 'HEAD' ? 405 : (answers[path] ?? 200);
    setTimeout(() => response.writeHead(status).end(), 5);
  });
  host = await listen(server);
  const closed = [createServer(), createServer()];
  silent = await Promise.all(closed.map(listen));
  await Promise.all(closed.map((each) => new Promise((done) => each.close(done))));
  shop = await createTestContext({ outgoingAllow: [host, ...silent] });
  clerk = await shop.createUser('Equipe');
});
afterAll(async () => {
  await shop.close();
  server.close();
});
beforeEach(async () => {
  [asked, answers, mostOpen] = [[], {}, 0];
  await shop.ctx.db.deleteFrom('skin_files').execute();
});

async function listen(on: Server): Promise<string> {
  await new Promise<void>((ready) => on.listen(0, 'localhost', ready));
  return `localhost:${(on.address() as AddressInfo).port}`;
}

const skinAt = (position: number) => skinsOf(shop.ctx, position)[0]!;
const link = (path: string) => `http://${host}${path}`;
const save = (position: number, changes: { link?: string; fileId?: string; auto?: boolean }) =>
  saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(position), ...changes });
const run = () => checkDueFiles(shop.ctx, { pauseMs: 0 });
const now = (position?: number) =>
  checkFilesNow(
    shop.ctx,
    { actorUserId: clerk, ...(position === undefined ? {} : skinAt(position)) },
    { pauseMs: 0 },
  );

async function fileAt(position: number) {
  const { sku } = skinAt(position);
  return shop.ctx.db
    .selectFrom('skin_files')
    .select(['state', 'failure', 'failing_since', 'checked_at'])
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
}
const stateAt = async (position: number) => (await fileAt(position)).state;

async function audited() {
  const rows = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id as who'])
    .where('action', 'in', ['skin_file.broken', 'skin_file.works'])
    .orderBy('id')
    .execute();
  return rows.slice(-2);
}

/** What open 'Atenção' screens heard since the last look. */
async function heard(): Promise<number> {
  const told = (await shop.events()).filter(({ event }) => event === 'attention').length;
  await shop.forget();
  return told;
}

async function isDelivered(position: number): Promise<boolean> {
  const { items } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  return items[0]?.link !== null;
}

test('a link that fails twice, an hour apart, is broken: no delivery, nothing filled in, and staff are told', async () => {
  await save(0, { link: link('/gone.zip'), auto: true });
  answers['/gone.zip'] = 404;
  expect(await run()).toEqual({ checked: 1, left: 0 });
  expect(await fileAt(0)).toMatchObject({ state: 'suspect', failure: NOT_FOUND });
  expect(await isDelivered(0)).toBe(true);
  expect(await heard()).toBe(0);

  shop.passSeconds(HOUR - 60);
  expect(await run()).toEqual({ checked: 0, left: 0 });
  shop.passSeconds(60);
  expect(await run()).toEqual({ checked: 1, left: 0 });
  expect(await stateAt(0)).toBe('broken');
  expect((await audited()).at(-1)).toEqual({ action: 'skin_file.broken', who: null });
  expect(await heard()).toBe(1);
  expect(await isDelivered(0)).toBe(false);
  const orders = await shop.ctx.db.selectFrom('orders').selectAll().where('status', '=', 'pending').execute();
  const [waiting] = await describeOrders(shop.ctx, orders);
  expect(waiting?.items[0]?.knownLink).toBeNull();
  const [told] = await listBrokenFiles(shop.ctx);
  expect(told).toMatchObject({ skin: { sku: skinAt(0).sku }, failure: NOT_FOUND });
  expect(await countBrokenFiles(shop.ctx)).toBe(1);

  shop.passSeconds(24 * HOUR);
  expect(await run()).toEqual({ checked: 0, left: 0 });
  await save(0, { link: link('/new.zip') });
  expect(await listBrokenFiles(shop.ctx)).toEqual([]);
  expect(await fileAt(0)).toEqual({ state: 'ok', failure: null, failing_since: null, checked_at: null });
});

test('each file is asked once a day, and the same link of several skins once', async () => {
  await save(0, { link: link('/a.zip') });
  await save(1, { link: link('/a.zip') });
  expect(await run()).toEqual({ checked: 2, left: 0 });
  expect(asked).toEqual(['HEAD /a.zip -']);
  shop.passSeconds(24 * HOUR - 60);
  expect(await run()).toEqual({ checked: 0, left: 0 });
  shop.passSeconds(60);
  expect(await run()).toEqual({ checked: 2, left: 0 });
  expect([await stateAt(0), await stateAt(1)]).toEqual(['ok', 'ok']);
});

test('a host that refuses HEAD is asked for one byte, and a link after the other', async () => {
  await save(0, { link: link('/no-head/a.zip') });
  await save(1, { link: link('/no-head/b.zip') });
  answers['/no-head/b.zip'] = 500;
  await run();
  expect(asked.toSorted()).toEqual([
    'GET /no-head/a.zip bytes=0-0',
    'GET /no-head/b.zip bytes=0-0',
    'HEAD /no-head/a.zip -',
    'HEAD /no-head/b.zip -',
  ]);
  expect(mostOpen).toBe(1);
  expect([await stateAt(0), await stateAt(1)]).toEqual(['ok', 'suspect']);
});

test("'Verificar agora' neither hurries nor puts off the second failure, and lifts what the shop found broken", async () => {
  await save(0, { link: link('/a.zip') });
  answers['/a.zip'] = 403;
  await now(0);
  const { failing_since } = await fileAt(0);
  shop.passSeconds(HOUR / 2);
  await now(0);
  expect(await fileAt(0)).toMatchObject({ state: 'suspect', failing_since });
  shop.passSeconds(HOUR / 2);
  await now(0);
  expect(await fileAt(0)).toMatchObject({ state: 'broken', failing_since });
  expect((await audited()).at(-1)).toEqual({ action: 'skin_file.broken', who: clerk });
  answers = {};
  await now();
  expect(await fileAt(0)).toMatchObject({ state: 'ok', failure: null, failing_since: null });
  expect((await audited()).at(-1)).toEqual({ action: 'skin_file.works', who: clerk });
});

test('a doubt is over when the link answers; 429 decides nothing', async () => {
  await save(0, { link: link('/a.zip') });
  answers['/a.zip'] = 429;
  await now(0);
  expect(await stateAt(0)).toBe('ok');
  answers['/a.zip'] = 410;
  await now(0);
  answers['/a.zip'] = 429;
  await now(0);
  expect(await stateAt(0)).toBe('suspect');
  answers = {};
  shop.passSeconds(HOUR);
  await run();
  expect(await stateAt(0)).toBe('ok');
});

test('what a person marked as broken stays so, although it answers, and is no entry', async () => {
  await save(0, { link: link('/a.zip') });
  await markBroken(shop.ctx, { actorUserId: clerk, ...skinAt(0), broken: true });
  await now(0);
  expect(await stateAt(0)).toBe('broken');
  expect(await countBrokenFiles(shop.ctx)).toBe(0);
});

test('where nobody at all answers, no file is to blame; one silent host among others is', async () => {
  await save(0, { link: `http://${silent[0]}/a.zip` });
  await save(1, { link: `http://${silent[1]}/a.zip` });
  expect(await run()).toEqual({ checked: 0, left: 2 });
  expect([await stateAt(0), await stateAt(1)]).toEqual(['ok', 'ok']);
  expect(shop.logLines.at(-1)).toMatchObject({ level: 'warn', event: 'files.nobody_reached' });
  await save(2, { link: link('/a.zip') });
  expect(await run()).toEqual({ checked: 3, left: 0 });
  expect([await stateAt(0), await stateAt(1), await stateAt(2)]).toEqual(['suspect', 'suspect', 'ok']);
});

test('a link into the network of the shop is not called', async () => {
  await save(0, { link: 'https://127.0.0.1/a.zip' });
  await run();
  expect(await fileAt(0)).toMatchObject({
    state: 'suspect',
    failure: expect.stringMatching(/^O endereço leva a uma rede interna/),
  });
});

test('a stored file is looked up in the storage, whole', async () => {
  async function* content() {
    yield Buffer.from('fulgor');
  }
  const kept = await storeFile(shop.ctx, { actorUserId: clerk, name: 'a.zip', content: content() });
  if (!kept.ok) throw new Error(kept.reason);
  const key = storedFileKey(kept.file.id);
  await save(0, { fileId: kept.file.id });
  await now(0);
  expect(await stateAt(0)).toBe('ok');
  async function* half() {
    yield Buffer.from('ful');
  }
  await shop.ctx.largeFiles.write(key, half());
  await now(0);
  expect(await fileAt(0)).toMatchObject({ failure: 'O arquivo no armazenamento da loja não está inteiro.' });
  await shop.ctx.largeFiles.remove(key);
  await now(0);
  expect(await fileAt(0)).toMatchObject({
    state: 'suspect',
    failure: 'O arquivo não está mais no armazenamento da loja.',
  });
});

test('a run that must end asks no further link', async () => {
  await save(0, { link: link('/a.zip') });
  const done = await checkDueFiles(shop.ctx, { pauseMs: 0, signal: AbortSignal.abort() });
  expect([done, asked]).toEqual([{ checked: 0, left: 1 }, []]);
});
