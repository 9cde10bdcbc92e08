import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { createClerk } from '#test/make-staff.ts';
import { skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { CLERK, readScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { contextFor } from '#test/visitor/visitor.ts';
import AdminFiles, { loader } from './files.tsx';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('a file that was accepted says by whom and why, until a new one needs it anew', async () => {
  const clerk = await createClerk(shop);
  const { sku } = skinsOf(shop.ctx, 0)[0]!;
  const save = async (name: string) => {
    const fileId = await storeTestFile(shop, clerk, 'skin.zip', forgeZip([{ name, content: 'MZ' }]));
    await saveSkinFile(shop.ctx, { actorUserId: clerk, sku, fileId });
  };
  const read = async () => {
    const loaderData = await callRoute(loader, {
      path: '/admin/arquivos',
      context: contextFor(shop.ctx, clerk),
    });
    return readScreen(screenOf(AdminFiles, { loaderData }), { session: CLERK });
  };
  await save('um.exe');
  expect(await read()).not.toContain('Aceito');
  const accept = (reason: string) => acceptFile(shop.ctx, { actorUserId: clerk, sku, reason });
  await accept('É o instalador do autor.');
  expect(await read()).toMatch(/Aceito por Equipe em [\d/]+,? \d\d:\d\d : É o instalador do autor\. /);

  await save('dois.exe');
  expect(await read()).not.toContain('Aceito');
  await accept('Olhei este também.');
  const again = await read();
  expect(again).toContain(': Olhei este também.');
  expect(again).not.toContain('do autor');
});
