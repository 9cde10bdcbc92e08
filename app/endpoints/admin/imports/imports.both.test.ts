import { afterAll, beforeAll, expect, test } from 'vitest';
import { action as answerApi, loader as readApi } from '#app/doors/answer-api.ts';
import { runImports } from '#shop/moving/run-import.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action, loader } from './imports.ts';
import { action as exportForm } from './export-shop.ts';
import { action as sendForm } from './send-import.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop, 'owner');
});
afterAll(() => shop.close());

function send(
  handler: (args: never) => Promise<Response>,
  path: string,
  init: RequestInit = {},
  who: string | null = owner,
): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, init);
  return callRoute(handler, { request, params: {}, context: contextFor(shop.ctx, who) });
}
function upload(content: BlobPart, fields: Record<string, string> = {}, who = owner, isFirst = false) {
  const body = new FormData();
  if (isFirst) body.append('file', new Blob([content]), 'Minha loja.csv');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (!isFirst) body.append('file', new Blob([content]), 'Minha loja.csv');
  return send(action, '/api/admin/imports', { method: 'POST', body }, who);
}
const ask = (path: string, method = 'GET', body?: unknown, who = owner) =>
  send(
    method === 'GET' ? readApi : answerApi,
    `/api/admin/imports${path}`,
    {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    },
    who,
  );
const table = () =>
  `Quem,O quê,Valor\nana@exemplo.com,${shop.ctx.catalog.current().skins[0]!.name},"19,90"\nbia@exemplo.com,Coisa nenhuma,10\n`;

test('a table is sent, understood, mended, brought in and taken back, in the words of the contract', async () => {
  const unknown = await upload(table());
  expect([unknown.status, await unknown.json()]).toMatchObject([
    422,
    { error: { code: 'unknown_kind', header: ['Quem', 'O quê', 'Valor'] } },
  ]);
  // A form may send its fields in any sequence.
  const sent = await upload(table(), { kind: 'columns' }, owner, true);
  expect(sent.status).toBe(201);
  const { id } = (await sent.json()) as { id: string };
  const early = await ask(`/${id}/run`, 'POST');
  expect([early.status, await early.json()]).toMatchObject([422, { error: { code: 'no_columns' } }]);

  const mended = await ask(`/${id}/columns`, 'PUT', { email: 'Quem', product: 'O quê', total: 'Valor' });
  expect([mended.status, await mended.json()]).toMatchObject([
    200,
    {
      id,
      kind: 'columns',
      rows: 2,
      understood: 2,
      unclear: [],
      unmatched: [
        {
          name: 'Coisa nenhuma',
          count: 1,
          suggestions: [],
        },
      ],
      would_create: {
        people: 2,
        orders: 2,
        owned: 1,
        coupons: 0,
        products: 0,
      },
    },
  ]);
  const { sku } = shop.ctx.catalog.current().skins[1]!;
  const matched = await ask(`/${id}/matches`, 'PUT', { 'Coisa nenhuma': sku });
  expect(await matched.json()).toMatchObject({ unmatched: [], would_create: { owned: 2 } });

  const run = await ask(`/${id}/run`, 'POST');
  expect([run.status, await run.json()]).toMatchObject([202, { state: 'running', done: 0, of: 2 }]);
  const busy = await ask(`/${id}/undo`, 'POST');
  expect([busy.status, await busy.json()]).toMatchObject([409, { error: { code: 'running' } }]);
  await runImports(shop.ctx);
  const shown = await ask(`/${id}`);
  expect(await shown.json()).toMatchObject({
    state: 'done',
    done: 2,
    of: 2,
    created: { orders: 2, owned: 2 },
  });

  const listed = await send(readApi, '/api/admin/orders?status=imported');
  const orders = (await listed.json()) as { id: string; total_amount: number; status: string }[];
  expect(new Set(orders.map((one) => `${one.total_amount} ${one.status}`))).toEqual(
    new Set(['10 imported', '19.9 imported']),
  );
  const refund = await send(answerApi, `/api/admin/orders/${orders[0]!.id}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation: orders[0]!.id.slice(0, 8), reason: 'Pediu' }),
  });
  expect([refund.status, await refund.json()]).toMatchObject([409, { error: { code: 'refunded_outside' } }]);
  const undone = await ask(`/${id}/undo`, 'POST');
  expect([undone.status, await undone.json()]).toMatchObject([200, { state: 'undone' }]);
  expect((await ask('/00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

test('only the owner brings files in, and one that cannot be read is refused by a sentence', async () => {
  const finance = await createClerk(shop, 'finance');
  expect((await upload(table(), {}, finance)).status).toBe(403);
  expect((await ask('', 'GET', undefined, finance)).status).toBe(403);
  expect((await send(loader, '/api/admin/imports', {}, finance)).status).toBe(403);
  const broken = await upload('Nome,E-mail\n"aberta');
  expect([broken.status, await broken.json()]).toMatchObject([
    422,
    { error: { code: 'unreadable', message: expect.stringContaining('A leitura parou na linha 2.') } },
  ]);
  const body = new FormData();
  body.append('file', new Blob(['{"fulgor":2}']), 'a.json');
  const led = await send(sendForm, '/admin/mudanca/enviar', { method: 'POST', body });
  expect([led.status, led.headers.get('location')]).toEqual([
    302,
    '/admin/mudanca?recusado=no_export#enviar',
  ]);
});

test('the forms of the panel answer with a page: the sign-in and the way back, the screen, or how long to wait', async () => {
  const press = async (handler: typeof sendForm, who: string | null) => {
    const answer = await send(handler, '/admin/mudanca/enviar', { method: 'POST' }, who);
    return [answer.status, answer.headers.get('location')];
  };
  const stranger = await shop.createUser();
  const hasty = await createClerk(shop, 'owner');
  const ask = () => allowOutwardCall(shop.ctx, 'export-shop', { userId: hasty });
  for (let answer = await ask(); answer.ok; answer = await ask());
  for (const handler of [sendForm, exportForm]) {
    expect(await press(handler, null)).toEqual([302, '/auth?voltar=%2Fadmin%2Fmudanca']);
    expect(await press(handler, stranger)).toEqual([302, '/admin/mudanca']);
  }
  expect(await press(exportForm, hasty)).toEqual([
    302,
    expect.stringMatching(/^\/admin\/mudanca\?espere=\d+#enviar$/),
  ]);
});
