import { afterAll, beforeAll, expect, test } from 'vitest';
import { headers, action as press, loader as open } from '#app/routes/account/rescue.tsx';
import { rescueToken } from '#shop/accounts/rescue/rescue-token.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { callApi, requestApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { postForm } from '#test/visitor/post-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'support');
});
afterAll(() => shop.close());

const reason = 'Mostrou o comprovante do Pix';
const post = (who: string, body: unknown) => requestApi(shop.ctx, who, 'POST /api/admin/rescue', body);
const remove = (who: string, id: string) => requestApi(shop.ctx, who, `POST /api/admin/rescue/${id}/cancel`);
const readList = (who: string) => callApi(shop.ctx, who, 'GET /api/admin/rescue');

test("an order leads to its account's own address, whatever address was typed at checkout", async () => {
  const userId = await shop.createUser();
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]), userId);
  const found = await readStaffOrder(shop.ctx, orderId);
  expect(found?.order.customerEmail).toBe('bruna@exemplo.com');
  expect(found?.buyer.accountEmail).toBe(`${userId}@exemplo.com`);
});

test('support and owner ask for a rescue, see it and take it back; no other role does', async () => {
  const email = `${await shop.createUser()}@exemplo.com`;
  const body = { email, new_email: 'novo@exemplo.com', reason };
  for (const role of ['delivery', 'finance'] as const) {
    const other = await createClerk(shop, role);
    expect((await post(other, body)).status).toBe(403);
    expect((await readList(other)).status).toBe(403);
    expect((await remove(other, other)).status).toBe(403);
  }
  const asked = await post(clerk, body);
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()) as { id: string };
  const owner = await createClerk(shop, 'owner');
  expect((await readList(owner)).body.rescues).toMatchObject([
    {
      id,
      state: 'waiting',
      email,
      new_email: 'novo@exemplo.com',
      reason,
      asked_by: 'Equipe',
      confirmed_at: null,
    },
  ]);
  expect((await remove(owner, id)).status).toBe(204);
  expect((await remove(owner, id)).status).toBe(404);
  expect((await remove(owner, 'x')).status).toBe(404);
});

test('a refusal names the field that it is about', async () => {
  const refusal = async (body: unknown) => {
    const answer = await post(clerk, body);
    const { error } = (await answer.json()) as { error: { code: string; fields?: object } };
    return [answer.status, error.code, Object.keys(error.fields ?? {})];
  };
  const free = 'livre@exemplo.com';
  expect(await refusal({ email: 'ninguem@exemplo.com', new_email: free, reason })).toEqual([
    422,
    'unknown_account',
    ['email'],
  ]);
  expect(await refusal({ email: `${clerk}@exemplo.com`, new_email: free, reason })).toEqual([
    409,
    'staff',
    ['email'],
  ]);
  const person = `${await shop.createUser()}@exemplo.com`;
  expect(await refusal({ email: person, new_email: `${clerk}@exemplo.com`, reason })).toEqual([
    409,
    'email_taken',
    ['new_email'],
  ]);
  expect(await refusal({ email: '', new_email: 'x', reason: '' })).toEqual([
    422,
    'invalid',
    ['email', 'new_email', 'reason'],
  ]);
  expect(await refusal({ email: 1 })).toEqual([400, 'malformed', []]);
});

test('a link shows a page that tells no whole address, and only its button does something', async () => {
  const email = `${await shop.createUser()}@exemplo.com`;
  const asked = await post(clerk, { email, new_email: 'segredo.novo@exemplo.com', reason });
  const { id } = (await asked.json()) as { id: string };
  const row = () =>
    shop.ctx.db.selectFrom('email_rescues').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const token = rescueToken(shop.ctx, 'stop', await row());
  const visit = async (handler: typeof open | typeof press, of = token) =>
    (await callRoute(handler as typeof open, {
      request: postForm('/troca-de-email/x', {}),
      context: contextFor(shop.ctx, null),
      params: { token: of },
    })) as { data: unknown; init: ResponseInit | null };
  const page = await visit(open);
  const shown = new Headers(page.init?.headers);
  expect(shown.get('Referrer-Policy')).toBe('no-referrer');
  expect(shown.get('Cache-Control')).toBe('private, no-store');
  expect(headers({ loaderHeaders: shown } as never)).toBe(shown);
  expect(JSON.stringify(page.data)).not.toContain('segredo.novo');
  expect(JSON.stringify(page.data)).not.toContain(email);
  expect((await row()).state).toBe('waiting');
  expect((await visit(open, 'A'.repeat(22))).init?.status).toBe(404);
  expect((await visit(press, 'A'.repeat(22))).init?.status).toBe(404);
  await visit(press);
  expect((await row()).state).toBe('stopped');
});
