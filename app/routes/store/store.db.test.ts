import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as showSkin } from './skin.tsx';
import { loader as listSkins } from './store.tsx';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

/** What a loader hands to its screen, and the status it answers with. */
function present(result: unknown): { status: number; data: any } {
  if (typeof result === 'object' && result !== null && 'init' in result && 'data' in result) {
    return { status: (result.init as ResponseInit).status ?? 200, data: result.data };
  }
  return { status: 200, data: result };
}

const list = async (search: string, ctx = shop.ctx) =>
  present(await callRoute(listSkins, { path: `/loja${search}`, context: contextFor(ctx, null) }));

const show = async (championId: string, skinNum: string) =>
  present(
    await callRoute(showSkin, {
      path: `/loja/skin/${championId}/${skinNum}`,
      params: { championId, skinNum },
      context: contextFor(shop.ctx, null),
    }),
  );

test('page n of the store holds all that was loaded before it', async () => {
  const first = (await list('')).data;
  const second = (await list('?pagina=2')).data;
  expect(first.skins).toHaveLength(24);
  expect(second.skins.slice(0, 24)).toEqual(first.skins);
  expect(second.skins).toHaveLength(48);
  expect(second.total).toBe(shop.ctx.catalog.current().skins.length);
});

test('a search counts what it finds and shows nothing else', async () => {
  const [skin] = shop.ctx.catalog.current().skins;
  const { data } = await list(`?campeao=${skin?.championId}`);
  expect(data.total).toBeGreaterThan(0);
  expect(new Set(data.skins.map((each: any) => each.championId))).toEqual(new Set([skin?.championId]));
  expect((await list('?q=zzzzzz')).data).toMatchObject({ total: 0, skins: [] });
});

// shows: spec 4.3, spec 8.11
test('a catalogue that cannot be read is logged and told, not thrown', async () => {
  const broken = {
    ...shop.ctx,
    catalog: {
      ...shop.ctx.catalog,
      current: () => {
        throw new Error('not ready');
      },
    },
  };
  expect(await list('', broken)).toEqual({
    status: 503,
    data: {
      failure: { title: 'Erro ao buscar skins:', description: 'Não foi possível carregar as skins agora.' },
    },
  });
  expect(shop.logLines.some(({ event }) => event === 'Erro ao buscar skins:')).toBe(true);
});

// shows: spec 2.17, spec 3.1
test('a skin that is not sold is not found', async () => {
  const skin = shop.ctx.catalog.current().skins[0];
  const found = await show(skin?.championId ?? '', String(skin?.num));
  expect(found).toMatchObject({
    status: 200,
    data: { skin: { priceCents: 1500 }, isOwned: false },
  });
  expect(found.data.related.map((each: any) => each.num)).not.toContain(skin?.num);
  for (const num of ['0', '-1', '1.0', '01x', '999999', '1e3', '']) {
    expect(await show(skin?.championId ?? '', num)).toEqual({
      status: 404,
      data: { skin: null },
    });
  }
  expect((await show('../Ahri', '1')).status).toBe(404);
});

test('what a browser fetches ahead is kept for the click; for who may own it a moment later, no longer than a purchase takes', async () => {
  const { championId, num } = shop.ctx.catalog.current().skins[0] as { championId: string; num: number };
  const answerTo = async (userId: string | null, headers: Record<string, string>) => {
    const result: unknown = await callRoute(showSkin, {
      request: new Request(`http://localhost:3000/loja/skin/${championId}/${num}`, { headers }),
      params: { championId, skinNum: String(num) },
      context: contextFor(shop.ctx, userId),
    });
    const answered = new Headers((result as { init?: ResponseInit }).init?.headers);
    return [answered.get('Cache-Control'), answered.get('Vary')];
  };
  const ahead = { 'Sec-Purpose': 'prefetch' };
  expect(await answerTo(null, ahead)).toEqual(['private, max-age=10', 'Cookie']);
  // The success alone is shown for two seconds.
  expect(await answerTo(await shop.createUser(), ahead)).toEqual(['private, max-age=3', 'Cookie']);
  expect(await answerTo(null, {})).toEqual([null, null]);
});
