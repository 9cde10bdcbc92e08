import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRole } from '#shop/accounts/staff/read-role.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { requestApi } from '#test/visitor/call-api.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const post = (who: string, body: unknown) => requestApi(shop.ctx, who, 'POST /api/admin/staff', body);
const list = (who: string) => requestApi(shop.ctx, who, 'GET /api/admin/staff');
const remove = (who: string, userId: string) =>
  requestApi(shop.ctx, who, `DELETE /api/admin/staff/${userId}`);

async function provedPerson(): Promise<{ id: string; email: string }> {
  const id = await shop.createUser();
  const proved = { address_proved_at: shop.ctx.now() };
  await shop.ctx.db.updateTable('users').set(proved).where('id', '=', id).execute();
  return { id, email: `${id}@exemplo.com` };
}

test('an owner lists the team, gives roles, changes and takes them', async () => {
  const { id, email } = await provedPerson();
  expect((await post(owner, { email, role: 'entrega' })).status).toBe(200);
  const members = await (await list(owner)).json();
  expect(members).toContainEqual({
    id,
    name: expect.any(String),
    email,
    role: 'entrega',
    has_second_factor: false,
    granted_at: expect.stringMatching(/Z$/),
  });
  expect(await (await post(owner, { email, role: 'financeiro' })).json()).toEqual({ changed: true });
  expect(await readRole(shop.ctx, id)).toBe('finance');
  expect((await remove(owner, id)).status).toBe(204);
  expect(await readRole(shop.ctx, id)).toBeNull();
  expect((await remove(owner, id)).status).toBe(404);
});

test('what is refused says why: by field, by state, by role', async () => {
  const unproved = `${await shop.createUser()}@exemplo.com`;
  const refusal = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: { code: string; fields?: object } };
    return [answer.status, error.code, Object.keys(error.fields ?? {})];
  };
  expect(await refusal(await post(owner, { email: 'ninguem@exemplo.com', role: 'entrega' }))).toEqual([
    422,
    'unknown_account',
    ['email'],
  ]);
  expect(await refusal(await post(owner, { email: unproved, role: 'entrega' }))).toEqual([
    422,
    'unproved_email',
    ['email'],
  ]);
  expect(await refusal(await post(owner, { email: unproved, role: 'admin' }))).toEqual([
    422,
    'invalid',
    ['role'],
  ]);
  expect(await refusal(await post(owner, { email: 1 }))).toEqual([400, 'malformed', []]);
  expect(await refusal(await post(owner, { email: `${owner}@exemplo.com`, role: 'entrega' }))).toEqual([
    422,
    'own_role',
    [],
  ]);
  expect(await refusal(await remove(owner, owner))).toEqual([422, 'own_role', []]);
  expect(await refusal(await remove(owner, 'x'))).toEqual([404, 'not_found', []]);
  for (const role of ['delivery', 'support', 'finance'] as const) {
    const clerk = await createClerk(shop, role);
    const refused = [403, 'forbidden', []];
    expect(await refusal(await list(clerk)), role).toEqual(refused);
    expect(await refusal(await post(clerk, { email: unproved, role: 'dono' })), role).toEqual(refused);
    expect(await refusal(await remove(clerk, owner)), role).toEqual(refused);
  }
});
