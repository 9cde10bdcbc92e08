import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { perform } from '#test/perform.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { CLERK, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import AdminStock, { loader } from './stock.tsx';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('keys that wait since a restore say why, and staff release them or take them out, without scripts too', async () => {
  const clerk = await createClerk(shop);
  const { sku } = shop.ctx.catalog.current().skins[0]!;
  await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku, keys: 'CHAVE-0001\nCHAVE-0002' });
  const now = shop.ctx.now();
  await shop.ctx.db.updateTable('stock_keys').set({ taken_at: now, held_at: now }).execute();
  const path = '/admin/estoque';
  const open = async () => {
    const loaderData = await callRoute(loader, { path, context: contextFor(shop.ctx, clerk) });
    const [screen, here] = [screenOf(AdminStock, { loaderData }), { session: CLERK, path }];
    return { text: readScreen(screen, here), html: renderScreen(screen, here) };
  };
  const held = await open();
  expect(held.text).toMatch(
    /Sem estoque\s+Nenhuma vendida.*Retirar chaves.*2 chaves esperam desde a restauração\. .*Liberar 2 chaves/,
  );
  expect(held.html).toMatch(
    new RegExp(
      `<form [^>]*method="post"><input type="hidden" name="do" value="stock.release"/><input type="hidden" name="sku" value="${sku}"/>`,
    ),
  );
  const release = (userId: string) => sendForm(shop.ctx, userId, path, { do: 'stock.release', sku });
  const support = await createClerk(shop, 'support');
  expect(await release(support)).toMatchObject({ status: 403 });
  expect(await release(clerk)).toMatchObject({ status: 200, value: { released: 2 } });
  expect(await release(clerk)).toMatchObject({
    status: 409,
    message: 'Nenhuma chave deste produto espera mais: alguém já as liberou ou retirou.',
  });
  const { text } = await open();
  expect(text).toContain('2 no estoque');
  expect(text).not.toContain('restauração');
});
