import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { sendForm } from '#test/visitor/send-form.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const post = (userId: string | null, fields: Record<string, string>, ctx = shop.ctx) =>
  sendForm(ctx, userId, '/admin/cupons', fields);
const codes = async () =>
  (await shop.ctx.db.selectFrom('coupons').select('code').execute()).map(({ code }) => code);
const FORM = {
  do: 'coupons.create',
  code: ' ana 10',
  percent: '10 %',
  minTotalCents: '30,5',
  validTo: '2026-12-24',
};

test('a form is read, done and answered in the words of the shop', async () => {
  const answer = await post(owner, FORM);
  expect(answer).toMatchObject({ do: 'coupons.create', ok: true, status: 200 });
  expect(answer.value).toMatchObject({
    code: 'ANA10',
    percent: 10,
    minTotalCents: 3050,
    validTo: new Date('2026-12-25T03:00:00Z'),
  });
  expect(await post(owner, FORM)).toMatchObject({
    ok: false,
    status: 409,
    message: 'Já existe um cupom com este código.',
    typed: FORM,
  });
});

test('what is not right is said at its field, and what was typed comes back', async () => {
  const form = { ...FORM, code: 'OUTRO', percent: 'dez', maxUses: '0' };
  expect(await post(owner, form)).toMatchObject({
    ok: false,
    status: 422,
    fields: {
      percent: 'Use um número inteiro de 1 a 100.',
      maxUses: 'Use um número inteiro maior que zero, ou deixe em branco.',
    },
    typed: form,
  });
  expect(await codes()).not.toContain('OUTRO');
});

test('of a list, all that was ticked comes back', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const form = [['do', 'refunds.request'], ...ids.map((id) => ['itemIds', id])];
  const answer = await sendForm(shop.ctx, owner, '/admin/pedidos/:id', form);
  expect(answer).toMatchObject({ status: 422, typed: { do: 'refunds.request', itemIds: ids.join(' ') } });
});

test('whoever may not, or no longer, changes nothing and loses nothing', async () => {
  const form = { ...FORM, code: 'NADA' };
  const clerk = await createClerk(shop, 'delivery');
  expect(await post(null, form)).toMatchObject({
    status: 401,
    typed: form,
    message: expect.stringMatching(/^Sua sessão terminou/),
  });
  expect(await post(clerk, form)).toMatchObject({ status: 403, typed: form });
  await expect(post(await shop.createUser(), form)).rejects.toMatchObject({ status: 302 });
  await expect(post(owner, { ...form, do: 'coupons.delete' })).rejects.toMatchObject({
    init: { status: 404 },
  });
  expect(await codes()).not.toContain('NADA');
});

test('a database that fails is logged and told, and what was typed comes back', async () => {
  const ctx = { ...shop.ctx, transaction: () => Promise.reject(new Error('gone')) };
  expect(await post(owner, { ...FORM, code: 'QUEDA' }, ctx)).toMatchObject({
    status: 503,
    message: expect.stringContaining('Tente de novo'),
    typed: { code: 'QUEDA' },
  });
  expect(shop.logLines.some(({ level, event }) => level === 'error' && event === 'form.failed')).toBe(true);
});
