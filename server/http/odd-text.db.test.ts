import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDisplayName } from '#shop/accounts/profile/check-display-name.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { ODD_CURSORS, ODD_TEXTS, TARGETS, type Target } from '#test/fuzz/requests.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { skinsOf } from '#test/purchases.ts';

/** What is percent-encoded cannot carry half an emoji. */
const ENCODABLE = ODD_TEXTS.slice(2, 5);
/** A push asks each third call, a release asks all, with all odd texts. */
const ASKED = process.env.RELEASE ? TARGETS : TARGETS.filter((_, index) => index % 3 === 0);

let shop: TestContext;
let app: OpenApp;
const ids: Record<string, string> = { anything: 'x', gateway: 'simulator', kind: 'avatar', file: 'Ahri_1' };
const cookies = { visitor: '', customer: '', staff: '' };

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  const [customer, clerk] = [await app.signUp('curiosa'), await app.signUp('equipe')];
  await makeStaff(shop, clerk.email);
  cookies.customer = customer.cookie;
  cookies.staff = clerk.cookie;
  const [skin, paidSkin, freeSkin] = skinsOf(shop.ctx, 0, 1, 2);
  const buyer = { name: 'Bruna', email: customer.email, cellphone: '11987654321', taxId: '52998224725' };
  const buy = async (skinData: unknown) => {
    const answer = await ask('customer', 'POST', '/api/create-pix-payment', { skinData, customer: buyer });
    return (await answer.json()) as { payment: { id: string }; order: { id: string } };
  };
  const [open, paid] = [await buy(skin), await buy(paidSkin)];
  await shop.simulator.pay(paid.payment.id);
  await ask('customer', 'POST', `/api/payments/${paid.payment.id}`, {});
  const item = await shop.ctx.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', paid.order.id)
    .executeTakeFirstOrThrow();
  Object.assign(ids, {
    championId: skin!.championId,
    skinNum: String(skin!.skinNum),
    paymentId: open.payment.id,
    orderId: paid.order.id,
    paidOrderId: paid.order.id,
    deliveredOrderId: paid.order.id,
    itemId: item.id,
    collectionId: item.id,
    productId: item.id,
    id: paid.order.id,
    skin: `"championId":"${freeSkin!.championId}","skinNum":${freeSkin!.skinNum}`,
  });
});
afterAll(() => shop.close());

function ask(who: keyof typeof cookies, method: string, path: string, body?: unknown): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  return app.ask(path, {
    method,
    headers: {
      Cookie: cookies[who],
      Origin: app.url,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

const fill = (path: string) => path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'x');
/** A new sign-in would end the session that the other requests use, so visitors send it. */
const whoAsks = ({ path }: Target) =>
  path.includes('admin') ? 'staff' : /^\/auth|\/sign-/.test(path) ? 'visitor' : 'customer';
/** The body with ids that exist in this shop in place of those of the fuzz run. */
function honestBody({ json, form }: Target): unknown {
  const body = JSON.stringify(json ?? form ?? null);
  const known = body
    .replaceAll('"championId":"Ahri","skinNum":1', ids.skin!)
    .replace('abcdef12', ids.orderId!.slice(0, 8));
  return JSON.parse(known);
}

/** One copy of the body for each text in it, with that text made odd. */
function* withOneOdd(body: unknown, makeOdd: (honest: string) => string): Generator {
  if (typeof body === 'string') yield makeOdd(body);
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    for (const odd of withOneOdd(value, makeOdd)) {
      yield Array.isArray(body)
        ? body.map((each: unknown, index) => (String(index) === key ? odd : each))
        : { ...body, [key]: odd };
    }
  }
}

async function clearLimits(): Promise<void> {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  await shop.ctx.db.deleteFrom('messages').execute();
}

/** Sends all requests. @returns those that were answered with a 5xx. */
async function failuresOf(asked: Iterable<[Target, path: string, body?: unknown]>) {
  const failures: string[] = [];
  let count = 0;
  let strangers = 0;
  for (const [target, path, body] of asked) {
    // Without this the rate limits would answer, and the code behind them would not run.
    if (count % 20 === 0) await clearLimits();
    count++;
    const { status } = await ask(whoAsks(target), target.method, path, body);
    if (status === 401) strangers++;
    if (status >= 500) {
      const sent = body instanceof URLSearchParams ? String(body) : (JSON.stringify(body) ?? '');
      failures.push(`${status} ${target.method} ${path} ${sent.slice(0, 300)}`);
    }
  }
  return { failures, count, strangers };
}

// shows: threat 61
test('half an emoji, NUL and control characters are refused or cleaned in every text that is taken', async () => {
  // Each call meets one of them at each of its texts.
  const oddOf = ({ form }: Target, index: number) => {
    const odd = form ? ENCODABLE : ODD_TEXTS;
    return process.env.RELEASE ? odd : [odd[index % odd.length]!];
  };
  const bodies = ASKED.flatMap((target, index) =>
    oddOf(target, index).flatMap((makeOdd) =>
      [...withOneOdd(honestBody(target), makeOdd)].map((odd): [Target, string, unknown] => [
        target,
        fill(target.path),
        target.form ? new URLSearchParams(odd as Record<string, string>) : odd,
      ]),
    ),
  );
  const { failures, count, strangers } = await failuresOf(bodies);
  expect(failures).toEqual([]);
  // It got past the doors.
  expect(strangers).toBeLessThan(15);
  expect(count).toBeGreaterThan(ASKED.length);
}, 600_000);

// shows: threat 61
test('what is kept of it is well-formed, and what cannot be cleaned is refused in words', async () => {
  const customer = {
    name: 'Ana Souza',
    email: 'ana@exemplo.com',
    cellphone: '11987654321',
    taxId: '52998224725',
  };
  const buy = (body: object) =>
    ask('customer', 'POST', '/api/create-pix-payment', { amount: 20.5, customer, ...body });
  const description = `x\u0000${'😀'.repeat(100)}`;
  const bought = await buy({ description });
  expect(bought.status).toBe(201);
  const { order } = (await bought.json()) as { order: { id: string } };
  const stored = await shop.ctx.db
    .selectFrom('orders')
    .select('description')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(stored.description).toBe(`x ${'😀'.repeat(69)}`);

  for (const name of ['Ana \ud83d', 'Ana\u0000Souza']) {
    const refused = await buy({ customer: { ...customer, name } });
    const { error } = (await refused.json()) as { error: { fields: object } };
    expect([refused.status, error.fields]).toEqual([422, { name: 'Nome deve ter no mínimo 3 caracteres' }]);
    expect(checkDisplayName(name).ok).toBe(false);
    expect(checkNote(name).ok).toBe(false);
  }
});

// shows: threat 61
test('odd cursors, times and texts in an address are refused or left out', async () => {
  const oddTexts = ENCODABLE.slice(0, 2).map((makeOdd) => makeOdd('a'));
  const addresses = ASKED.filter(({ method }) => method === 'GET').flatMap((target) => [
    ...(target.query ?? []).flatMap((name) =>
      (name === 'antes' || (name === 'cursor' && target.path.startsWith('/api/'))
        ? ODD_CURSORS
        : oddTexts
      ).map((text): [Target, string] => [target, `${fill(target.path)}?${name}=${encodeURIComponent(text)}`]),
    ),
    ...[...target.path.matchAll(/:\w+/g)].flatMap(([part]) =>
      oddTexts.map((text): [Target, string] => [
        target,
        fill(target.path.replace(part, encodeURIComponent(text))),
      ]),
    ),
  ]);
  const { failures, count, strangers } = await failuresOf(addresses);
  expect(failures).toEqual([]);
  // It got past the doors.
  expect(strangers).toBeLessThan(15);
  expect(count).toBeGreaterThan(ASKED.length / 2);
}, 120_000);

// shows: threat 61
test('a list that programs page through refuses a cursor that it never handed out', async () => {
  for (const path of ['/api/orders', '/api/collection', '/api/admin/orders', '/api/admin/audit']) {
    const who = path.includes('admin') ? 'staff' : 'customer';
    expect((await ask(who, 'GET', path)).status).toBe(200);
    for (const odd of ['2147483648x', `1763800000000_${'-'.repeat(36)}`]) {
      const answer = await ask(who, 'GET', `${path}?cursor=${odd}`);
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        { error: expect.objectContaining({ message: expect.stringContaining('Confira e tente de novo') }) },
      ]);
    }
  }
});

// shows: threat 61
test('an answer to a message that is cut within an emoji does not close the panel for all', async () => {
  await clearLimits();
  const message = `${'a'.repeat(999)}😀 e mais`;
  const form = new URLSearchParams({ name: 'Ana', email: 'ana@exemplo.com', message, subject: 'Oi' });
  expect((await ask('customer', 'POST', '/contato', form)).status).toBeLessThan(400);
  const page = await ask('staff', 'GET', '/admin/mensagens');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('mailto:ana@exemplo.com');
});
