import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_TYPES } from '#shop/events/programs/event-data.ts';
import { sendDeliveries } from '#shop/programs/webhooks/send-deliveries.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { startHookReceiver, type HookReceiver } from '#test/providers/hook-receiver.ts';
import { openPrograms, type OpenPrograms } from '#test/visitor/open-programs.ts';

let shop: TestContext;
let receiver: HookReceiver;
let programs: OpenPrograms;
let keys: { all: string; none: string };

beforeAll(async () => {
  receiver = await startHookReceiver();
  shop = await createTestContext({ outgoingAllow: [receiver.host] });
  programs = await openPrograms(shop);
  const [all, none] = [await programs.makeKey(['webhooks:write']), await programs.makeKey(['orders:read'])];
  keys = { all: all.key, none: none.key };
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

const panel = (method: string, path: string, body?: unknown) => programs.panel(method, path, body);
const program = (method: string, path: string, body?: unknown, key = keys.all) =>
  programs.ask(key, `${method} ${path}`, { body });

test.each([
  ['the panel', panel],
  ['a program', program],
])('%s makes a hook, changes it, asks what it heard, and removes it', async (_, ask) => {
  receiver.heard.length = 0;
  const url = receiver.url;
  const made = await ask('POST', 'webhooks', {
    url,
    events: ['order.paid', 'order.paid'],
    description: 'CRM',
  });
  expect(made).toMatchObject({
    status: 201,
    body: { url, events: ['order.paid'], active: true, description: 'CRM' },
  });
  const { id, secret } = made.body as { id: string; secret: string };
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(24);
  const list = await ask('GET', 'webhooks');
  expect(list.body).toMatchObject([{ id, active: true, switched_off_at: null }]);
  expect(JSON.stringify(list.body)).not.toContain(secret);

  const ping = await ask('POST', `webhooks/${id}/ping`);
  expect(ping.status).toBe(200);
  await sendDeliveries(shop.ctx);
  await shop.settled();
  expect(receiver.heard).toHaveLength(1);
  const heard = await ask('GET', `webhooks/${id}/deliveries?state=delivered`);
  expect(heard.body).toEqual([
    {
      id: ping.body.delivery_id,
      hook_id: id,
      type: 'ping',
      webhook_id: receiver.heard[0]?.headers['webhook-id'],
      state: 'delivered',
      tries: 1,
      next_try_at: null,
      status: 204,
      response: '',
      created_at: expect.any(String) as string,
    },
  ]);
  expect((await ask('GET', `webhooks/${id}/deliveries?state=failed`)).body).toEqual([]);
  expect((await ask('GET', `webhooks/${id}/deliveries?state=`)).body).toEqual(heard.body);
  expect((await ask('GET', `webhooks/${id}/deliveries?state=outro`)).status).toBe(400);
  expect((await ask('POST', `webhook-deliveries/${ping.body.delivery_id}/resend`)).status).toBe(200);
  const since = await ask('POST', `webhooks/${id}/resend`, { since: '2026-01-01T00:00:00Z' });
  expect([since.status, since.body]).toEqual([200, { deliveries: 1 }]);
  const rotated = await ask('POST', `webhooks/${id}/rotate`);
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(secret);

  const off = await ask('PATCH', `webhooks/${id}`, { active: false, events: ['*'] });
  expect([off.status, off.body]).toMatchObject([200, { active: false, events: ['*'] }]);
  for (const [at, wrong] of [
    ['events', { events: [] }],
    ['events', { events: ['order.everything'] }],
    ['url', { url: 'http://exemplo.com' }],
    ['url', { url: 'exemplo.com' }],
    ['url', { url: 'https://ana:senha@exemplo.com' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://0x7f000001/' }],
    ['url', { url: 'https://[::1]/' }],
    ['url', { url: 'https://exemplo.com/\0' }],
    ['url', { url: 'https://exemplo.com/a b' }],
    ['url', { url: 'https://exemplo.com/\ud800' }],
  ] as const) {
    const refused = await ask('PATCH', `webhooks/${id}`, wrong);
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, [at]]);
    expect((await ask('POST', 'webhooks', { url, events: ['*'], ...wrong })).status).toBe(422);
  }
  expect((await ask('POST', `webhooks/${id}/resend`, {})).status).toBe(422);
  expect((await ask('DELETE', `webhooks/${id}`)).status).toBe(204);
  for (const gone of [`webhooks/${id}/ping`, `webhooks/${id}/rotate`, `webhook-deliveries/${id}/resend`])
    expect((await ask('POST', gone)).status).toBe(404);
  expect((await ask('GET', `webhooks/${id}/deliveries`)).status).toBe(404);
  expect((await ask('GET', 'webhooks')).body).toEqual([]);
});

test('the form of a hook without a ticked event is refused', async () => {
  const { app, owner } = programs;
  const { body: hook } = await panel('POST', 'webhooks', { url: receiver.url, events: ['order.paid'] });
  const screen = `/admin/programas/webhooks/${hook.id}`;
  const headers = { cookie: owner.cookie, Origin: app.url };
  const page = await (await app.ask(screen, { headers })).text();
  const unticked = /<input type="hidden" name="events" value=""\/>/.test(page) ? '' : null;
  const form = new URLSearchParams({
    do: 'webhooks.change',
    hookId: hook.id,
    url: hook.url,
    description: 'X',
  });
  if (unticked !== null) form.append('events', unticked);
  const sent = await app.ask(screen, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  expect([sent.status, (await sent.text()).includes('Escolha pelo menos um evento.')]).toEqual([422, true]);
  expect((await panel('GET', 'webhooks')).body).toMatchObject([{ events: ['order.paid'], description: '' }]);
  expect((await panel('DELETE', `webhooks/${hook.id}`)).status).toBe(204);
});

test('without the scope nothing, and what was done stands in the log', async () => {
  const refused = await program('GET', 'webhooks', undefined, keys.none);
  expect([refused.status, refused.body.error.scope]).toEqual([403, 'webhooks:write']);
  const { body: log } = await panel('GET', 'audit');
  const actions = new Set((log as { action: string }[]).map(({ action }) => action));
  for (const action of ['created', 'changed', 'rotated', 'deleted', 'resent'])
    expect(actions).toContain(`webhook.${action}`);
});

test('the description lists every event, with what its body holds', async () => {
  const { webhooks } = (await (await programs.app.ask('/api/v1/openapi.json')).json()) as {
    webhooks: Record<string, any>;
  };
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
  const { schema } = webhooks['order.paid'].post.requestBody.content['application/json'];
  expect(schema.properties.type.const).toBe('order.paid');
  expect(Object.keys(schema.properties.data.properties.order.properties)).toContain('order_items');
});
