import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { sendPushJob } from '#jobs/send-push.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { writeGift } from '#shop/gifts/write-gift.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { tell } from '#shop/events/tell.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { savePreorder } from '#shop/preorders/change-preorders.ts';
import { readPushKey } from '#shop/push/read-push-key.ts';
import { publicPushKey } from '#shop/push/sign-push.ts';
import { tellStaffDevices } from '#shop/push/tell-staff-devices.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { startPushServer, type PushDevice, type PushServer } from '#test/providers/push-server.ts';
import { buy, customer, skinsOf } from '#test/purchases.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

type Person = Awaited<ReturnType<OpenApp['signUp']>>;

let shop: TestContext;
let app: OpenApp;
let service: PushServer;
let [people, skin] = [0, 0];
beforeAll(async () => {
  service = await startPushServer();
  shop = await createTestContext({ outgoingAllow: [service.host] });
  shop.stopClock();
  app = await openApp(shop);
});
afterAll(async () => {
  await shop.close();
  await service.close();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  await newPushes();
});

const join = () => app.signUp(`pessoa-${++people}`);
const call = (person: Person | null, method: string, body?: unknown, path = '/api/push') =>
  app.ask(path, {
    method,
    headers: {
      Origin: app.url,
      ...(person ? { cookie: person.cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const switchOn = async (
  person: Person,
  device: PushDevice,
  more: { staff?: boolean; renews?: boolean } = {},
) => (await call(person, 'POST', { subscription: device.subscription, ...more })).status;
async function withDevice() {
  const person = await join();
  const device = service.addDevice();
  expect(await switchOn(person, device)).toBe(201);
  return { person, device };
}
const devicesOf = ({ id }: Person) =>
  shop.ctx.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', id).execute();

/** The messages that were asked for since the last look, as jobs. */
const seen = new Set<string>();
async function newPushes(): Promise<Extract<JobRequest, { name: 'send-push' }>['data'][]> {
  const { rows } = await sql<{ id: string; data: Extract<JobRequest, { name: 'send-push' }>['data'] }>`
    select id, data from jobs.job where name = 'send-push' order by created_on, id
  `.execute(shop.ctx.db);
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh.map(({ data }) => data);
}
async function send(): Promise<number> {
  const pushes = await newPushes();
  for (const data of pushes) await sendPushJob.run(shop.ctx, data, 'push');
  return pushes.length;
}
const pay = ({ id }: Person) => createPaidOrder(shop, buy(shop.ctx, [skin++, skin++]), id);

test('an address that no browser gives is refused', async () => {
  const { subscription } = service.addDevice();
  for (const endpoint of ['https://a.example/\0', 'ftp://a.example/', 'https:', 'https://a.example/ã'])
    expect(
      (await call(await join(), 'POST', { subscription: { ...subscription, endpoint } })).status,
      endpoint,
    ).toBe(422);
});

test('each part of an order is told, and then the rest of it', async () => {
  const { person, device } = await withDevice();
  const [known, one, other] = skinsOf(shop.ctx, skin++, skin++, skin++).map(({ sku }) => sku);
  const give = async (sku = '') => {
    const link = `https://arquivos.exemplo.com/${sku}.zip`;
    await saveSkinFile(shop.ctx, { actorUserId: person.id, sku, link, auto: true });
    await shop.ctx.catalog.reload();
    await releaseOrders(shop.ctx);
  };
  await give(known);
  for (const sku of [one, other])
    await savePreorder(shop.ctx, { actorUserId: person.id, sku: sku!, until: dayOf(shop.ctx.now()) });
  await shop.ctx.catalog.reload();
  const { items } = await createPaidOrder(shop, buy(shop.ctx, [skin - 3, skin - 2, skin - 1]), person.id);
  const told = async () => {
    await send();
    return device.shown.splice(0).map(({ body }) => body);
  };
  const isReady = (name: string) => `${name}: pronta para baixar.`;
  const [first, second] = items.map((item) => item.skin_name) as [string, string];
  expect((await told()).toSorted()).toEqual([isReady(first), `${first} e mais 2`].toSorted());
  await give(one);
  expect(await told()).toEqual([isReady(second)]);
  await give(other);
  expect(await told()).toEqual([`${first} e mais 2: prontas para baixar.`]);
});

test('whoever switched it on is told of payment and delivery, once, in words that name nobody', async () => {
  const { person, device } = await withDevice();
  const stranger = await withDevice();
  const order = await pay(person);
  // Its mail tells no device.
  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId: order.orderId }, 'mail');
  expect(await send()).toBe(1);
  await sendLinks(shop.ctx, { actorUserId: person.id, orderId: order.orderId, links: order.links });
  expect(await send()).toBe(1);
  const at = { path: `/dashboard/pedidos#pedido-${order.orderId}`, tag: `pedido-${order.orderId}` };
  const [first] = order.items;
  expect(device.shown).toEqual([
    { title: 'Pagamento confirmado: Fulgor', body: `${first!.skin_name} e mais 1`, ...at },
    { title: 'Entregue: Fulgor', body: `${first!.skin_name} e mais 1: prontas para baixar.`, ...at },
  ]);
  expect(stranger.device.calls).toEqual([]);
  const told = JSON.stringify(device.shown);
  for (const own of [...Object.values(customer), person.email, ...Object.values(order.links)])
    expect(told).not.toContain(own);
  // A patch made the file of one of them ready.
  const patchId = randomUUID();
  const now = shop.ctx.now();
  await shop.ctx.db
    .updateTable('skin_files')
    .set({ patch_id: patchId, marked_at: now, patched_at: new Date(now.getTime() + 1000), updating: false })
    .where('sku', '=', first!.sku)
    .execute();
  const updated = { name: 'skins.updated', patchId, userId: person.id } as const;
  await shop.ctx.transaction((tx) => tell(shop.ctx, tx, updated, updated));
  expect(await send()).toBe(1);
  expect(device.shown.splice(2)).toEqual([
    {
      title: 'Baixe de novo: Fulgor',
      body: `${first!.skin_name}: arquivo atualizado depois do patch.`,
      path: '/dashboard/colecao',
      tag: `patch-${patchId}`,
    },
  ]);
  // What is no longer so is not said.
  const late = await pay(person);
  await sendLinks(shop.ctx, { actorUserId: person.id, orderId: late.orderId, links: late.links });
  expect(await send()).toBe(2);
  expect(device.shown.splice(2)).toMatchObject([{ title: 'Entregue: Fulgor' }]);
  // Its file delivered itself: that is news for whoever opens it, and the payment is its buyer's.
  const gift = await pay(person);
  await shop.ctx.db
    .updateTable('orders')
    .set({ status: 'completed', completed_at: now })
    .where('id', '=', gift.orderId)
    .execute();
  await shop.ctx.transaction((tx) =>
    writeGift(shop.ctx, tx, gift.orderId, { email: 'amiga@exemplo.com', message: null }),
  );
  expect(await send()).toBe(1);
  expect(device.shown.splice(2)).toMatchObject([{ title: 'Pagamento confirmado: Fulgor' }]);
});

test.each([404, 410])(
  'a push service that answers %s knows the device no more, and the shop forgets it',
  async (status) => {
    const { person, device } = await withDevice();
    await pay(person);
    service.answerNext(status);
    await send();
    expect(device.calls).toHaveLength(1);
    expect(await devicesOf(person)).toEqual([]);
  },
);

test.each([
  ['wants a pause', 429, { 'retry-after': '90' }, 89],
  ['has a bad hour', 503, {}, 29],
])('a push service that %s is asked again, and not before', async (_what, status, headers, pause) => {
  const { person, device } = await withDevice();
  await pay(person);
  service.answerNext(status, headers);
  const [push] = await newPushes();
  const run = () => sendPushJob.run(shop.ctx, push!, 'push');
  await expect(run()).rejects.toThrow(String(status));
  shop.passSeconds(pause);
  await expect(run()).rejects.toThrow('given time');
  expect(device.calls).toHaveLength(1);
  shop.passSeconds(2);
  await run();
  expect(device.shown).toHaveLength(1);
});

test('what a push service does not understand is not sent again', async () => {
  const { person, device } = await withDevice();
  await pay(person);
  service.answerNext(400);
  await send();
  expect(device.calls).toHaveLength(1);
  expect(await devicesOf(person)).toHaveLength(1);
});

test.each([
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest',
  'http://exemplo.com/x',
  'https://localhost/x',
])('an address that leads inside, %s, is never called and forgotten', async (endpoint) => {
  const person = await join();
  const { keys } = service.addDevice().subscription;
  expect((await call(person, 'POST', { subscription: { endpoint, keys } })).status).toBe(201);
  await pay(person);
  await send();
  expect(await devicesOf(person)).toEqual([]);
  expect(JSON.stringify(shop.logLines)).not.toContain(endpoint);
});

test('a device goes with its session, with its account, and to whoever signs in on it', async () => {
  const { person, device } = await withDevice();
  const next = await join();
  expect(await switchOn(next, device)).toBe(201);
  expect([await devicesOf(person), await devicesOf(next)].map((each) => each.length)).toEqual([0, 1]);

  expect((await call(next, 'POST', {}, '/api/auth/sign-out')).status).toBe(200);
  expect(await devicesOf(next)).toEqual([]);

  const leaving = await withDevice();
  expect(await deleteAccount(shop.ctx, leaving.person.id)).toMatchObject({ ok: true });
  expect(await devicesOf(leaving.person)).toEqual([]);
});

test('what the browser replaced by itself takes the place of the old one, and switches nobody on', async () => {
  const { person, device } = await withDevice();
  await makeStaff(shop, person.email, 'delivery');
  expect(await switchOn(person, device, { staff: true })).toBe(201);
  const fresh = service.addDevice();
  expect(await switchOn(person, fresh, { renews: true })).toBe(201);
  expect(await devicesOf(person)).toMatchObject([{ endpoint: fresh.subscription.endpoint, for_staff: true }]);
  // Another one who signed in on that browser since.
  const next = await join();
  expect(await switchOn(next, fresh, { renews: true })).toBe(409);
  expect(await devicesOf(next)).toEqual([]);
  expect(await devicesOf(person)).toHaveLength(1);
  await shop.ctx.db.deleteFrom('user_roles').where('user_id', '=', person.id).execute();
});

test('a person has five devices: a sixth takes the place of the oldest', async () => {
  const person = await join();
  const devices = Array.from({ length: 6 }, () => service.addDevice());
  for (const device of devices) {
    await switchOn(person, device);
    shop.passSeconds(1);
  }
  const kept = (await devicesOf(person)).map(({ endpoint }) => endpoint).sort();
  expect(kept).toEqual(
    devices
      .slice(1)
      .map(({ subscription }) => subscription.endpoint)
      .sort(),
  );
});

test('a device of a clerk hears what the team has to do, at most once a minute; a buyer cannot ask for it', async () => {
  const { person, device } = await withDevice();
  expect(await switchOn(person, device, { staff: true })).toBe(403);
  await pay(await join());
  await tellStaffDevices(shop.ctx);
  expect(await newPushes()).toEqual([]);

  await makeStaff(shop, person.email, 'delivery');
  expect(await switchOn(person, device, { staff: true })).toBe(201);
  await Promise.all([tellStaffDevices(shop.ctx), tellStaffDevices(shop.ctx)]);
  expect(await send()).toBe(1);
  expect(device.shown[0]).toMatchObject({ title: 'Equipe: Fulgor', path: '/admin/mesa', tag: 'equipe' });
  expect(device.shown[0]!.body).toMatch(/\d+ pedidos? espera/);

  await pay(await join());
  await tellStaffDevices(shop.ctx);
  expect(await newPushes()).toEqual([]);
  shop.passSeconds(60);
  await tellStaffDevices(shop.ctx);
  expect(await send()).toBe(1);
  // The desk is not for everybody.
  await shop.ctx.db
    .updateTable('user_roles')
    .set({ role: 'finance' })
    .where('user_id', '=', person.id)
    .execute();
  await pay(await join());
  shop.passSeconds(60);
  await tellStaffDevices(shop.ctx);
  expect(await send()).toBe(1);
  expect(device.shown.at(-1)).toMatchObject({ title: 'Equipe: Fulgor', path: '/admin' });

  await shop.ctx.db.deleteFrom('user_roles').where('user_id', '=', person.id).execute();
  await pay(await join());
  shop.passSeconds(60);
  await tellStaffDevices(shop.ctx);
  expect(await newPushes()).toEqual([]);
});

test('the API says its key and what a device is told, and lets only its person switch it off', async () => {
  const { person, device } = await withDevice();
  const stranger = await join();
  const { subscription } = device;
  const answer = await call(person, 'GET');
  const key = publicPushKey(await readPushKey(shop.ctx));
  expect(await answer.json()).toEqual({ public_key: key });
  const digest = (await devicesOf(person))[0]!.endpoint_digest;
  const state = async (who: Person) =>
    (await call(who, 'GET', undefined, `/api/push?device=${digest}`)).json();
  expect(await state(person)).toEqual({ public_key: key, on: true, staff: false });
  expect(await state(stranger)).toEqual({ public_key: key, on: false, staff: false });
  expect((await call(stranger, 'DELETE', { subscription })).status).toBe(204);
  expect(await devicesOf(person)).toHaveLength(1);
  expect((await call(person, 'DELETE', { subscription })).status).toBe(204);
  expect(await devicesOf(person)).toEqual([]);
});

test.each([
  ['nobody', 'GET', undefined, 401],
  ['nobody', 'POST', { subscription: {} }, 401],
  ['nobody', 'DELETE', { subscription: {} }, 401],
  ['a member', 'POST', {}, 400],
  [
    'a member',
    'POST',
    { subscription: { endpoint: 'https://exemplo.com', keys: { p256dh: 'x', auth: 'x' } } },
    422,
  ],
  ['a member', 'DELETE', {}, 400],
  ['a member', 'PUT', {}, 405],
])('%s, %s %j: %i', async (who, method, body, status) => {
  expect((await call(who === 'nobody' ? null : await join(), method, body)).status).toBe(status);
});

test('a key that another AUTH_SECRET sealed is replaced, with the devices that knew the shop by it', async () => {
  const { person } = await withDevice();
  const before = await readPushKey(shop.ctx);
  const other = { ...shop.ctx, settings: { ...shop.ctx.settings, sealingKey: Buffer.alloc(32, 9) } };
  const after = await Promise.all([readPushKey(other), readPushKey(other)]);
  expect(after[0]).toEqual(after[1]);
  expect(after[0]).not.toEqual(before);
  expect(await devicesOf(person)).toEqual([]);
  await shop.ctx.db.deleteFrom('push_key').execute();
});
