import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader } from './receipt.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const open = (userId: string | null, orderId: string, accept = '*/*') =>
  callRoute(loader, {
    request: new Request(`http://localhost/dashboard/pedidos/${orderId}/recibo`, { headers: { accept } }),
    params: { id: orderId },
    context: contextFor(shop.ctx, userId),
  });

test('a paid order has a receipt with skins, sums, buyer and seller, which runs nothing but its print button', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  const owner = await createClerk(shop);
  const first = await open(order.userId, order.orderId);
  expect(await first.text()).toContain('<dd>Fulgor · suporte@localhost</dd>');
  const seller = {
    name: 'Bruna Vendedora',
    document: '529.982.247-25',
    address: 'Rua das Skins, 1',
    email: 'vendas@exemplo.com',
    phone: '(11) 98765-4321',
  };
  expect((await saveSettings(shop.ctx, { actorUserId: owner, entries: { seller } })).ok).toBe(true);
  const answer = await open(order.userId, order.orderId);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const html = await answer.text();
  for (const part of [
    order.orderId,
    ...order.items.map(({ skin_name }) => skin_name.replaceAll("'", '&#x27;')),
    'Bruna Vendedora · CPF 529.982.247-25 · Rua das Skins, 1',
    '***.982.247-**',
    'R$ 30,00',
    'não é um documento fiscal',
  ]) {
    expect(html.replaceAll('\u00a0', ' ')).toContain(part);
  }
  expect(html).not.toContain('52998224725');
  expect(html).not.toMatch(/<script [^>]*src|<img|<link/);
  // A way back, and a button that prints; its script is the only one that may run.
  expect(html).toContain(`<a href="/dashboard/pedidos#pedido-${order.orderId}">Voltar aos pedidos</a>`);
  expect(html).toMatch(/<button id="imprimir" type="button" hidden="">Imprimir<\/button>/);
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script);
  const digests = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(scripts).toHaveLength(1);
  expect(answer.headers.get('content-security-policy')).toContain(`; script-src ${digests.join()}`);
});

test('nobody else has it, and an unpaid order has none', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0]));
  expect((await open(await shop.createUser(), order.orderId)).status).toBe(404);
  expect((await open(null, order.orderId)).headers.get('location')).toMatch(/^\/auth\?voltar=/);
  const buyer = await shop.createUser();
  const unpaid = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [1]) });
  expect((await open(buyer, unpaid.orderId)).status).toBe(404);
  const none = await open(buyer, 'nada');
  expect([none.status, none.headers.get('content-type')]).toEqual([404, 'application/json']);
  // A browser shows a page, which runs nothing.
  const page = await open(buyer, 'nada', 'text/html,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]+; font-src/,
  );
  expect(await page.text()).toMatch(
    /<p>Não há recibo deste pedido\.<\/p><a href="\/dashboard\/pedidos">Ver meus pedidos<\/a><\/main><\/body>/,
  );
});
