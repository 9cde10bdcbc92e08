import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { ODD_CURSORS, ODD_TEXTS, TARGETS, type Target } from '#test/fuzz/requests.ts';
import { openApp, type OpenApp } from '#test/open-app.ts';
import { skinsOf } from '#test/purchases.ts';

let shop: TestContext;
let app: OpenApp;
const ids: Record<string, string> = { anything: 'x', gateway: 'simulator', kind: 'avatar', file: 'Ahri_1' };
const cookies = { customer: '', staff: '' };

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  const [customer, clerk] = [await app.signUp('curiosa'), await app.signUp('equipe')];
  await makeStaff(shop, clerk.email);
  cookies.customer = customer.cookie;
  cookies.staff = clerk.cookie;
  const [skin, paidSkin] = skinsOf(shop.ctx, 0, 1);
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
const whoAsks = ({ path }: Target) => (path.includes('admin') ? 'staff' : 'customer');

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

/** What was answered with a 5xx, of everything that was asked. */
async function failuresOf(asked: Iterable<[Target, path: string, body?: unknown]>) {
  const failures: string[] = [];
  let count = 0;
  for (const [target, path, body] of asked) {
    // Limits would answer for the code behind them.
    if (count % 20 === 0) await shop.ctx.db.deleteFrom('rate_limits').execute();
    count++;
    const { status } = await ask(whoAsks(target), target.method, path, body);
    if (status >= 500) {
      const sent = body instanceof URLSearchParams ? String(body) : (JSON.stringify(body) ?? '');
      failures.push(`${status} ${target.method} ${path} ${sent.slice(0, 300)}`);
    }
  }
  return { failures, count };
}

test('half an emoji, NUL and control characters are refused or cleaned in every text that is taken', async () => {
  const bodies = TARGETS.flatMap((target) =>
    ODD_TEXTS.flatMap((makeOdd) =>
      [...withOneOdd(target.json ?? target.form ?? null, makeOdd)].map((odd): [Target, string, unknown] => [
        target,
        fill(target.path),
        target.form ? new URLSearchParams(odd as Record<string, string>) : odd,
      ]),
    ),
  );
  const { failures, count } = await failuresOf(bodies);
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(400);
});

test('odd cursors, times and texts in an address are refused or left out', async () => {
  // The test above may have signed out or renamed whom it asked as.
  cookies.customer = (await app.signUp('outra')).cookie;
  const oddTexts = ODD_TEXTS.slice(0, 4).map((makeOdd) => makeOdd('a').toWellFormed());
  const addresses = TARGETS.filter(({ method }) => method === 'GET').flatMap((target) => [
    ...(target.query ?? []).flatMap((name) =>
      (/^(?:cursor|antes|limit)$/.test(name) ? ODD_CURSORS : oddTexts).map((text): [Target, string] => [
        target,
        `${fill(target.path)}?${name}=${encodeURIComponent(text)}`,
      ]),
    ),
    ...[...target.path.matchAll(/:\w+/g)].flatMap(([part]) =>
      oddTexts.map((text): [Target, string] => [
        target,
        fill(target.path.replace(part, encodeURIComponent(text))),
      ]),
    ),
  ]);
  const { failures, count } = await failuresOf(addresses);
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

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

test('an answer to a message that is cut within an emoji does not close the panel for all', async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const message = `${'a'.repeat(999)}😀 e mais`;
  const form = new URLSearchParams({ name: 'Ana', email: 'ana@exemplo.com', message, subject: 'Oi' });
  expect((await ask('customer', 'POST', '/contato', form)).status).toBeLessThan(400);
  const page = await ask('staff', 'GET', '/admin/mensagens');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('mailto:ana@exemplo.com');
});
