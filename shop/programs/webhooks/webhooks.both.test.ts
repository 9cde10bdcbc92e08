import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutgoingClient } from '#server/outgoing/create-outgoing-client.ts';
import { describeAlarms } from '#shop/alerts/describe-alarms.ts';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { tellChange } from '#shop/events/tell.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { startHookReceiver, type HookReceiver } from '#test/providers/hook-receiver.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
} from './change-webhooks.ts';
import { listDeliveries, pingWebhook, resendDelivery, resendSince } from './deliveries.ts';
import { PAUSES } from './note-try.ts';
import { sendDeliveries } from './send-deliveries.ts';

let shop: TestContext;
let receiver: HookReceiver;
let actorUserId: string;

beforeAll(async () => {
  receiver = await startHookReceiver();
  shop = await createTestContext({ outgoingAllow: [receiver.host] });
  shop.stopClock();
  actorUserId = await shop.createUser();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const { id } of await listWebhooks(shop.ctx))
    await deleteWebhook(shop.ctx, { actorUserId, hookId: id });
  receiver.heard.length = 0;
  receiver.temper((response) => void response.writeHead(204).end());
});

async function makeHook(url = receiver.url, events = ['*']): Promise<{ id: string; secret: string }> {
  const made = await createWebhook(shop.ctx, { actorUserId, url, events });
  if (!made.ok) throw new Error(`The hook was refused: ${made.reason}`);
  return made;
}
const happen = () =>
  shop.ctx.transaction((tx) =>
    tellChange(shop.ctx, tx, { name: 'settings.changed', settings: ['brand_name'] }),
  );
/** What the job does, until nobody is called any more. */
async function send(): Promise<void> {
  await sendDeliveries(shop.ctx);
  await shop.settled();
}
const deliveries = async (hookId: string) =>
  (await listDeliveries(shop.ctx, { hookId, cursor: null })).entries;
const only = async (hookId: string) => {
  const [one, ...more] = await deliveries(hookId);
  if (!one || more.length > 0) throw new Error('There is one delivery.');
  return one;
};
const hookOf = async (id: string) => (await listWebhooks(shop.ctx)).find((hook) => hook.id === id);
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end(`resposta ${code}`);

/** As a receiver checks it without the library. */
function isSigned({ headers, body }: HookReceiver['heard'][number], secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const wanted = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}
const isVerified = ({ headers, body }: HookReceiver['heard'][number], secret: string) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

test('an event arrives once, signed as the library and our own lines check it; what was taken back never does', async () => {
  const { id, secret } = await makeHook();
  const undone = shop.ctx.transaction(async (tx) => {
    await tellChange(shop.ctx, tx, { name: 'settings.changed', settings: ['x'] });
    throw new Error('the change failed');
  });
  await expect(undone).rejects.toThrow('the change failed');
  await happen();
  await send();
  await send();
  const [first, ...more] = receiver.heard;
  if (!first) throw new Error('Nothing arrived.');
  expect(more).toEqual([]);
  expect(JSON.parse(first.body)).toEqual({
    type: 'settings.changed',
    timestamp: shop.ctx.now().toISOString(),
    data: { settings: ['brand_name'] },
  });
  expect(first.headers['content-type']).toBe('application/json');
  expect([isSigned(first, secret), isVerified(first, secret)]).toEqual([true, true]);
  const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  expect([isSigned(first, other), isVerified(first, other)]).toEqual([false, false]);
  const changed = { ...first, body: first.body.replace('brand', 'brend') };
  expect([isSigned(changed, secret), isVerified(changed, secret)]).toEqual([false, false]);
  expect(await only(id)).toMatchObject({
    state: 'delivered',
    tries: 1,
    status: 204,
    nextTryAt: null,
    webhookId: first.headers['webhook-id'],
  });
  const rows = await shop.ctx.db.selectFrom('webhooks').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
});

test('a hook hears what it chose, and a ping chosen or not', async () => {
  const { id } = await makeHook(receiver.url, ['patch.opened']);
  await happen();
  await shop.ctx.transaction((tx) =>
    tellChange(shop.ctx, tx, { name: 'patch.opened', state: 'updating', skins: 2, owners: 3 }),
  );
  await send();
  await pingWebhook(shop.ctx, { actorUserId, hookId: id });
  await send();
  const heard = receiver.heard.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  expect(heard.map(({ type, data }) => [type, data])).toEqual([
    ['patch.opened', { patch: { state: 'updating', skins: 2, owners: 3 } }],
    ['ping', { webhook: { id } }],
  ]);
});

test('the tries follow the table, each with the same id and body and its own moment; then a person sends it', async () => {
  const { id, secret } = await makeHook();
  receiver.temper(status(500));
  await happen();
  const started = shop.ctx.now().getTime() / 1000;
  let passed = 0;
  for (const [n, pause] of PAUSES.entries()) {
    if (pause > 0) {
      shop.passSeconds(pause - 1);
      await send();
      expect(receiver.heard).toHaveLength(n);
      shop.passSeconds(1);
    }
    passed += pause;
    await send();
    expect(receiver.heard).toHaveLength(n + 1);
    expect(Number(receiver.heard[n]?.headers['webhook-timestamp'])).toBe(Math.floor(started + passed));
  }
  expect(new Set(receiver.heard.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.heard.every((each) => isSigned(each, secret))).toBe(true);
  const failed = await only(id);
  expect(failed).toMatchObject({
    state: 'failed',
    tries: 8,
    status: 500,
    response: 'resposta 500',
    nextTryAt: null,
  });
  shop.passSeconds(24 * 3600);
  await send();
  expect(receiver.heard).toHaveLength(8);
  expect((await hookOf(id))?.active).toBe(true);

  // Sent again, it has all its tries before it.
  await resendDelivery(shop.ctx, { actorUserId, deliveryId: failed.id });
  await send();
  shop.passSeconds(5);
  receiver.temper(status(200));
  await send();
  expect(await only(id)).toMatchObject({ state: 'delivered', tries: 10, webhookId: failed.webhookId });
  expect((await hookOf(id))?.failingSince).toBeNull();
});

const pour = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 1024 ** 3 });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  };
  response.on('drain', more);
  more();
};
const drip = (response: ServerResponse) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
};

test.each<[string, (response: ServerResponse) => void, number | null, string]>([
  ['is silent', () => {}, null, 'não respondeu'],
  ['is slow without end', drip, null, 'não respondeu'],
  ['answers a gigabyte', pour, null, 'grande demais'],
  ['redirects', status(302, { location: 'http://127.0.0.1:1/' }), 302, 'redireciona'],
  ['redirects nowhere', status(302), 302, 'resposta 302'],
  ['hangs up', (response) => void response.destroy(), null, 'Ninguém respondeu'],
  ['refuses', status(404), 404, 'resposta 404'],
])('a receiver that %s is a clear error, and gets it again', async (_, temper, code, words) => {
  const { id } = await makeHook();
  const { callOutside } = shop.ctx;
  receiver.temper(temper);
  await happen();
  // Nobody waits ten seconds here.
  if (words === 'não respondeu')
    shop.ctx.callOutside = createOutgoingClient({ allow: [receiver.host], timeoutMs: 300 });
  await send();
  shop.ctx.callOutside = callOutside;
  const tried = await only(id);
  expect(tried).toMatchObject({ state: 'waiting', tries: 1, status: code });
  expect(tried.response).toContain(words);
  expect(tried.nextTryAt).toEqual(new Date(shop.ctx.now().getTime() + 5000));
  receiver.temper(status(200));
  shop.passSeconds(5);
  await send();
  expect(await only(id)).toMatchObject({ state: 'delivered', tries: 2, status: 200 });
});

test('what is kept of an answer is 2 KB that the database takes', async () => {
  const { id } = await makeHook();
  receiver.temper((response) => void response.writeHead(500).end(`\0${'ç'.repeat(5000)}`));
  await happen();
  await send();
  const { response } = await only(id);
  expect(Buffer.byteLength(response ?? '')).toBeLessThanOrEqual(2048);
  expect(response).toMatch(/^ç{1000,}$/);
});

test('an address that leads into a private network is refused at each try, and one in digits or with a password at once', async () => {
  const { id } = await makeHook('https://localhost:1/avisos');
  await happen();
  await send();
  expect(await only(id)).toMatchObject({ status: null, tries: 1 });
  expect((await only(id)).response).toContain('rede interna');
  const wrong = [
    'http://exemplo.com/',
    'https://ana:senha@exemplo.com/',
    'ftp://exemplo.com/',
    'https://127.1/',
  ];
  for (const url of wrong)
    expect(await createWebhook(shop.ctx, { actorUserId, url, events: ['*'] })).toMatchObject({
      ok: false,
      reason: 'bad_url',
    });
});

test('a silent receiver keeps no other waiting, and is never called by more than five at once', async () => {
  const silent = await startHookReceiver();
  const { callOutside } = shop.ctx;
  shop.ctx.callOutside = createOutgoingClient({ allow: [receiver.host, silent.host], timeoutMs: 1000 });
  shop.ctx.settings.outgoingAllow = [receiver.host, silent.host];
  silent.temper(() => {});
  await makeHook(silent.url);
  for (let n = 0; n < 7; n++) await happen();
  await sendDeliveries(shop.ctx);
  await sendDeliveries(shop.ctx);
  const { id } = await makeHook();
  await happen();
  await sendDeliveries(shop.ctx);
  await expect.poll(async () => (await only(id)).state).toBe('delivered');
  expect(silent.heard.length).toBeLessThanOrEqual(5);
  await shop.settled();
  shop.ctx.callOutside = callOutside;
  await silent.close();
});

test('what a person sends again waits for what was never tried', async () => {
  const { id } = await makeHook();
  for (let n = 0; n < 6; n++) await happen();
  await send();
  await send();
  const since = shop.ctx.now();
  shop.passSeconds(60);
  await resendSince(shop.ctx, { actorUserId, hookId: id, since });
  shop.passSeconds(1);
  await happen();
  receiver.heard.length = 0;
  await send();
  const [newest] = await deliveries(id);
  expect(receiver.heard.map(({ headers }) => headers['webhook-id'])).toContain(newest?.webhookId);
});

test('of a process that died while it sent, another one sends it, with the same id', async () => {
  const { id } = await makeHook();
  await happen();
  const { inBackground } = shop.ctx;
  // Claimed, and nothing more.
  shop.ctx.inBackground = () => {};
  await sendDeliveries(shop.ctx);
  shop.ctx.inBackground = inBackground;
  await send();
  expect(receiver.heard).toEqual([]);
  shop.passSeconds(20);
  await send();
  expect(receiver.heard.map(({ headers }) => headers['webhook-id'])).toEqual([(await only(id)).webhookId]);
});

test('for a day after a rotation both secrets sign', async () => {
  const { id, secret } = await makeHook();
  const rotated = await rotateWebhook(shop.ctx, { actorUserId, hookId: id });
  if (!rotated.ok) throw new Error('It was not rotated.');
  const signedBy = async () => {
    receiver.heard.length = 0;
    await happen();
    await send();
    const [heard] = receiver.heard;
    if (!heard) throw new Error('Nothing arrived.');
    return [rotated.secret, secret].map((each) => isSigned(heard, each));
  };
  expect(await signedBy()).toEqual([true, true]);
  expect(receiver.heard[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  shop.passSeconds(24 * 3600 - 1);
  expect(await signedBy()).toEqual([true, true]);
  shop.passSeconds(1);
  expect(await signedBy()).toEqual([true, false]);
});

test('410 switches it off and tells the team; what happens meanwhile goes by a person alone', async () => {
  const { id } = await makeHook();
  await happen();
  receiver.temper(status(500));
  await send();
  receiver.temper(status(410));
  await happen();
  await send();
  expect(await hookOf(id)).toMatchObject({ active: false, switchedOffAt: shop.ctx.now() });
  await refreshAlarms(shop.ctx);
  expect(await describeAlarms(shop.ctx)).toEqual([
    '1 webhook foi desligado porque ninguém responde: veja em Atenção.',
  ]);
  receiver.temper(status(200));
  receiver.heard.length = 0;
  await happen();
  shop.passSeconds(3600);
  await send();
  await changeWebhook(shop.ctx, { actorUserId, hookId: id, active: true });
  await send();
  expect(receiver.heard).toEqual([]);
  await refreshAlarms(shop.ctx);
  expect(await describeAlarms(shop.ctx)).toEqual([]);
  const states = (await deliveries(id)).map(({ state, nextTryAt }) => `${state} ${nextTryAt?.toISOString()}`);
  expect(states.toSorted()).toEqual(['failed undefined', 'failed undefined', 'waiting undefined']);
  const since = new Date(shop.ctx.now().getTime() - 3600 * 1000);
  expect(await resendSince(shop.ctx, { actorUserId, hookId: id, since })).toMatchObject({ deliveries: 3 });
  await send();
  expect(receiver.heard.map(({ headers }) => String(headers['webhook-id'])).toSorted()).toEqual(
    (await deliveries(id)).map(({ webhookId }) => webhookId).toSorted(),
  );
  expect((await deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true);
  await resendSince(shop.ctx, { actorUserId, hookId: id, since: shop.ctx.now() });
  await send();
  expect(receiver.heard).toHaveLength(3);
});

test('five days in which every try failed switch it off; a failure long after another one does not', async () => {
  const { id } = await makeHook();
  receiver.temper(status(503));
  const tryFor = async (hours: number) => {
    for (let n = 0; n < hours; n += 10) {
      await happen();
      await send();
      shop.passSeconds(10 * 3600);
    }
  };
  await happen();
  await send();
  await changeWebhook(shop.ctx, { actorUserId, hookId: id, active: true });
  await shop.ctx.db.updateTable('webhook_deliveries').set({ next_try_at: null }).execute();
  await happen();
  await send();
  await shop.ctx.db.updateTable('webhook_deliveries').set({ next_try_at: null }).execute();
  shop.passSeconds(30 * 24 * 3600);
  await tryFor(119);
  expect(await hookOf(id)).toMatchObject({ active: true });
  await tryFor(10);
  expect(await hookOf(id)).toMatchObject({ active: false });
});

test('what a person sends again after a quiet week begins a new silence', async () => {
  const { id } = await makeHook();
  receiver.temper(status(503));
  await happen();
  await send();
  await shop.ctx.db.updateTable('webhook_deliveries').set({ next_try_at: null }).execute();
  shop.passSeconds(7 * 24 * 3600);
  await resendDelivery(shop.ctx, { actorUserId, deliveryId: (await only(id)).id });
  await send();
  expect(receiver.heard).toHaveLength(2);
  expect(await hookOf(id)).toMatchObject({ active: true, failingSince: shop.ctx.now() });
});

test('a person switches it off and on; nothing more goes out, and the team hears nothing', async () => {
  const { id } = await makeHook();
  receiver.temper(status(500));
  await happen();
  await send();
  await changeWebhook(shop.ctx, { actorUserId, hookId: id, active: false });
  shop.passSeconds(3600);
  await send();
  expect(receiver.heard).toHaveLength(1);
  await refreshAlarms(shop.ctx);
  expect(await describeAlarms(shop.ctx)).toEqual([]);
  receiver.temper(status(200));
  await pingWebhook(shop.ctx, { actorUserId, hookId: id });
  await send();
  expect(receiver.heard).toHaveLength(2);
  expect(await hookOf(id)).toMatchObject({ active: false });
});
