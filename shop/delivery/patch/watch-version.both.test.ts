import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importCatalog } from '#shop/catalog/import/import-catalog.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import type { SettingValues } from '#shop/settings/setting-table.ts';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { perform } from '#test/perform.ts';
import { dismissDraft, readPatchDraft } from './patch-draft.ts';
import { runPatch } from './run-patch.ts';
import { watchVersion } from './watch-version.ts';

let shop: CatalogTestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createCatalogTestContext();
  clerk = await shop.createUser('Rita Entrega');
});
beforeEach(async () => {
  await shop.renew();
  await shop.ctx.db.deleteFrom('patch_drafts').execute();
  await shop.ctx.db.deleteFrom('skin_files').execute();
});
afterAll(() => shop.close());

/** The service offers this version from now on, and the shop has read it. */
async function comes(version: string): Promise<void> {
  const folder = `/cdn/${version}/data/pt_BR`;
  const skins = [1, 2, 3].map((num) => ({ num, name: `Zed ${num}` }));
  shop.server.serve('/api/versions.json', JSON.stringify([version]));
  shop.server.serve(
    `${folder}/champion.json`,
    JSON.stringify({ data: { Zed: { key: '238', name: 'Zed' } } }),
  );
  shop.server.serve(`${folder}/champion/Zed.json`, JSON.stringify({ data: { Zed: { skins } } }));
  expect(await importCatalog(shop.ctx, { policy: QUICK })).toMatchObject({ ok: true, version });
}
/** Two files, of which the shop hears under this setting. */
async function under(patchRadar: SettingValues['patchRadar']) {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, patchRadar } };
  await comes('16.23.1');
  await watchVersion(ctx);
  for (const num of [1, 2])
    await saveSkinFile(ctx, {
      actorUserId: clerk,
      sku: `lol:Zed:${num}`,
      link: `https://arquivos.exemplo.com/${num}.zip`,
      auto: true,
    });
  // The game's patches have no say about goods of the shop's own.
  await ctx.db
    .insertInto('skin_files')
    .values({
      sku: 'file:proprias:espada',
      link: 'https://arquivos.exemplo.com/espada.zip',
      updated_at: ctx.now(),
    })
    .execute();
  expect(await readPatchDraft(ctx)).toBeNull();
  return ctx;
}
/** A new file takes the place of this one. */
const renew = (num: number) =>
  saveSkinFile(shop.ctx, {
    actorUserId: clerk,
    sku: `lol:Zed:${num}`,
    link: `https://arquivos.exemplo.com/${num}-nova.zip`,
    auto: true,
  });
const marked = async () =>
  (await shop.ctx.db.selectFrom('skin_files').select('sku').where('updating', '=', true).execute()).length;

test('asked: a new version drafts a patch day with its counts, and nothing is marked until somebody does it', async () => {
  const ctx = await under('ask');
  await comes('16.24.1');
  await Promise.all([watchVersion(ctx), watchVersion(ctx)]);
  expect(await readPatchDraft(ctx)).toMatchObject({ version: '16.24.1', name: '16.24', skins: 2, owners: 0 });
  expect(await marked()).toBe(0);
  await perform(runPatch, ctx, { actorUserId: clerk }, { scope: { game: true }, state: 'updating' });
  expect(await marked()).toBe(2);
  expect(await readPatchDraft(ctx)).toBeNull();
  // Whatever is ready again tomorrow, this version was answered.
  await perform(runPatch, ctx, { actorUserId: clerk }, { scope: { all: true }, state: 'ready' });
  await watchVersion(ctx);
  expect(await readPatchDraft(ctx)).toBeNull();
});

test('asked: a later version takes the place of the question, it can be dismissed once, and an older one asks nothing', async () => {
  const ctx = await under('ask');
  await comes('16.24.1');
  await watchVersion(ctx);
  await comes('16.24.2');
  await watchVersion(ctx);
  expect(await readPatchDraft(ctx)).toMatchObject({ name: '16.24.2' });
  const dismiss = () => perform(dismissDraft, ctx, { actorUserId: clerk }, { version: '16.24.2' });
  expect(await dismiss()).toEqual({ ok: true });
  expect(await dismiss()).toMatchObject({ reason: 'not_found' });
  await comes('16.9.1');
  await watchVersion(ctx);
  expect(await readPatchDraft(ctx)).toBeNull();
});

test('asked: while everything is marked already, a new version asks nothing, also once they are ready', async () => {
  const ctx = await under('ask');
  await perform(runPatch, ctx, { actorUserId: clerk }, { scope: { all: true }, state: 'updating' });
  await comes('16.24.1');
  await watchVersion(ctx);
  await perform(runPatch, ctx, { actorUserId: clerk }, { scope: { all: true }, state: 'ready' });
  expect(await readPatchDraft(ctx)).toBeNull();
});

test('asked: once every file was renewed the question is over, and staff may mark all of them again', async () => {
  const ctx = await under('ask');
  await comes('16.24.1');
  await watchVersion(ctx);
  for (const num of [1, 2]) await renew(num);
  await watchVersion(ctx);
  await perform(runPatch, ctx, { actorUserId: clerk }, { scope: { game: true }, state: 'updating' });
  expect(await marked()).toBe(2);
});

test('marked by itself: every file, once, by the shop, though the process dies between the two steps', async () => {
  const ctx = await under('mark');
  await comes('16.24.1');
  const killed = { ...ctx, transaction: failsFrom(2, ctx.transaction) };
  await expect(watchVersion(killed)).rejects.toThrow('killed');
  expect(await marked()).toBe(0);
  await watchVersion(ctx);
  expect(await marked()).toBe(2);
  const entries = () =>
    ctx.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'details'])
      .where('action', '=', 'patch.marked')
      .where('actor_user_id', 'is', null)
      .execute();
  expect(await entries()).toMatchObject([{ details: { skins: 2, owners: 0 } }]);
  await watchVersion(ctx);
  expect(await entries()).toHaveLength(1);
  expect(await readPatchDraft(ctx)).toBeNull();
});

test('asked and marked: a file that came after the new version is not one of the old', async () => {
  const ctx = await under('ask');
  await comes('16.24.1');
  await watchVersion(ctx);
  shop.passSeconds(60);
  await renew(1);
  expect(await readPatchDraft(ctx)).toMatchObject({ skins: 1 });
  await ctx.db.updateTable('patch_drafts').set({ state: 'marking' }).where('state', '=', 'open').execute();
  await watchVersion(ctx);
  expect(await marked()).toBe(1);
});

test('off: nothing happens, and switched on later it asks about the next version alone', async () => {
  const ctx = await under('off');
  await comes('16.24.1');
  await watchVersion(ctx);
  const asking = { ...ctx, settings: { ...ctx.settings, patchRadar: 'ask' as const } };
  await watchVersion(asking);
  expect(await readPatchDraft(asking)).toBeNull();
  expect(await marked()).toBe(0);
  await comes('17.1.1');
  await watchVersion(asking);
  expect(await readPatchDraft(asking)).toMatchObject({ name: '17.1' });
});

function failsFrom(which: number, transaction: typeof shop.ctx.transaction): typeof shop.ctx.transaction {
  let calls = 0;
  return (work) => (++calls >= which ? Promise.reject(new Error('killed')) : transaction(work));
}
