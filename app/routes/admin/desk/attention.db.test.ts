import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTENTION_PAGE, listAttention } from '#shop/attention/list-attention.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { CLERK, readScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as layoutLoader } from '../layout.tsx';
import AdminAttention, { loader } from './attention.tsx';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());

async function open(search = '') {
  const path = `/admin/atencao${search}`;
  const shown = await callRoute(loader, { path, context: contextFor(shop.ctx, clerk) });
  if (!('entries' in shown)) throw new Error('It did not load.');
  return { cents: shown.entries.map(({ amountCents }) => amountCents), nextPage: shown.nextPage };
}

test('what waits longest stands first, a page of it; the rest comes with the next', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]));
  const { id: charge_id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const waiting = ATTENTION_PAGE + 5;
  const amounts = Array.from({ length: waiting }, (_, n) => n + 1);
  // The last one written waits longest.
  const rows = amounts.map((amount_cents) => ({
    charge_id,
    order_id: orderId,
    amount_cents,
    reason: 'staff' as const,
    status: 'due' as const,
    created_at: new Date(Date.now() - amount_cents * 60_000),
  }));
  await shop.ctx.db.insertInto('refunds').values(rows).execute();

  const longestFirst = amounts.toReversed();
  expect(await open()).toEqual({ cents: longestFirst.slice(0, ATTENTION_PAGE), nextPage: 2 });
  expect(await open('?paginas=2')).toEqual({ cents: longestFirst, nextPage: null });
  expect(await open('?paginas=2.5')).toMatchObject({ nextPage: 2 });
});

test('a notice of another amount is settled by its button, with words, and once', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [1]));
  const { id } = await shop.ctx.db
    .updateTable('charges')
    .set({ doubted_cents: 1400, doubted_at: shop.ctx.now() })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const settle = async (note: string) => {
    const form = { do: 'doubts.handle', chargeId: id, note };
    return (await sendForm(shop.ctx, clerk, '/admin/atencao', form)).status;
  };
  expect(await settle(' ')).toBe(422);
  expect(await settle('Conferido no painel.')).toBe(200);
  expect(await settle('Conferido no painel.')).toBe(409);
});

const counted = async () =>
  (await callRoute(layoutLoader, { path: '/admin', context: contextFor(shop.ctx, clerk) })).attention;

test('the navigation counts a webhook that is off and a new version of the game', async () => {
  const before = await counted();
  const at = shop.ctx.now();
  const hook = { url: 'https://programa.exemplo.com', description: '', secret: 'x', created_at: at };
  await shop.ctx.db
    .insertInto('webhooks')
    .values([
      { ...hook, events: ['*'] },
      { ...hook, events: ['*'], active: false, switched_off_at: at },
    ])
    .execute();
  expect(await counted()).toBe(before + 1);
  const { sku } = skinsOf(shop.ctx, 2)[0]!;
  const link = 'https://arquivos.exemplo.com/a.zip';
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku, link });
  await shop.ctx.db
    .insertInto('patch_drafts')
    .values({ version: '16.24.1', noticed_at: shop.ctx.now(), state: 'open' })
    .execute();
  expect(await counted()).toBe(before + 2);
});

test('the API lists the same, in the words that programs have read since the first release', async () => {
  const { status, text, headers } = await callApi(shop.ctx, clerk, 'GET /api/admin/attention');
  expect(status).toBe(200);
  expect(text).toBe(JSON.stringify(await listAttention(shop.ctx)));
  expect(text).toMatch(/^\[\{"refundId":.*"orderId":.*"amountCents":/);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('what was given up is closed by its form once, by whoever may', async () => {
  const id = crypto.randomUUID();
  const at = shop.ctx.now();
  await shop.ctx.db
    .insertInto('given_up_mails')
    .values({ id, name: 'mail-account', data: null, since: at, given_up_at: at })
    .execute();
  const decide = async (decision: string, who = clerk) =>
    sendForm(shop.ctx, who, '/admin/atencao', { do: 'given_up.decide', id, decision });
  expect(await decide('dismiss', await createClerk(shop, 'support'))).toMatchObject({ status: 403 });
  expect(await decide('nothing')).toMatchObject({ status: 422 });
  expect(await decide('retry')).toMatchObject({ status: 409, message: 'O link deste e-mail já venceu.' });
  expect(await decide('dismiss')).toMatchObject({ status: 200 });
  expect(await decide('dismiss')).toMatchObject({ status: 404, message: 'Isto já foi resolvido.' });
});

test('what does not fit into the lists is counted below them and in the navigation', async () => {
  const { db } = shop.ctx;
  const at = shop.ctx.now();
  const before = await counted();
  const difference = {
    day: '2026-01-02',
    gateway: 'simulator',
    kind: 'only_shop',
    against: 'provider',
  } as const;
  const many = (most: number) => Array.from({ length: most }, (_, n) => n);
  await db
    .insertInto('differences')
    .values(many(103).map((n) => ({ ...difference, key: `k${n}`, amount_cents: 1500, found_at: at })))
    .execute();
  const files = many(51).map((n) => ({
    id: crypto.randomUUID(),
    sku: `lol:Ahri:${9000 + n}`,
    sha256: `${n}`,
  }));
  await db
    .insertInto('files')
    .values(
      files.map(({ id, sha256 }) => ({
        id,
        sha256,
        name: 'a.zip',
        size: 1,
        created_at: at,
        created_by: clerk,
        verdict: 'suspicious' as const,
        reasons: '["Programa ou script."]',
        examined_at: at,
      })),
    )
    .execute();
  await db
    .insertInto('skin_files')
    .values(
      files.map(({ id, sku }) => ({
        sku,
        link: null,
        file_id: id,
        checked_at: null,
        failing_since: null,
        failure: null,
        updated_at: at,
        updated_by: clerk,
      })),
    )
    .execute();
  const read = async () => {
    const loaderData = await callRoute(loader, {
      path: '/admin/atencao',
      context: contextFor(shop.ctx, clerk),
    });
    return readScreen(screenOf(AdminAttention, { loaderData }), { session: CLERK });
  };
  expect(await counted()).toBe(before + 103 + 51);
  const text = await read();
  expect(text).toContain('Mais 3 diferenças aparecem quando estas forem resolvidas.');
  expect(text).toContain('Mais 1 arquivo para olhar aparece quando estes forem resolvidos.');
  await db.deleteFrom('differences').where('key', 'in', ['k0', 'k1', 'k2']).execute();
  await db.deleteFrom('skin_files').where('sku', '=', 'lol:Ahri:9000').execute();
  expect(await read()).not.toContain('forem resolvid');
});
