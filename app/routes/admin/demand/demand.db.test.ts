import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { CLERK, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { contextFor } from '#test/visitor/visitor.ts';
import AdminDemand, { loader } from './demand.tsx';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('a skin that nobody asked for is searched for, without scripts too, and can be sold ahead', async () => {
  const clerk = await createClerk(shop);
  const { name } = shop.ctx.catalog.current().skins[30]!;
  const open = async (query: string) => {
    const path = `/admin/procura${query}`;
    const loaderData = await callRoute(loader, { path, context: contextFor(shop.ctx, clerk) });
    return { screen: screenOf(AdminDemand, { loaderData }), here: { session: CLERK, path } };
  };
  const all = await open('');
  expect(readScreen(all.screen, all.here)).toContain('Ninguém espera por um arquivo');
  const search = /<form role="search"[^>]* action="\/admin\/procura" method="get">.*? name="q"/;
  expect(renderScreen(all.screen, all.here)).toMatch(search);
  const found = await open(`?q=${encodeURIComponent(name)}`);
  const text = readScreen(found.screen, found.here);
  for (const part of [name, 'Ninguém ainda', 'Abrir pré-venda']) expect(text).toContain(part);
  const none = await open('?q=nada+disso');
  expect(readScreen(none.screen, none.here)).toContain(
    'Nenhuma skin sem arquivo encontrada para "nada disso"',
  );
});
