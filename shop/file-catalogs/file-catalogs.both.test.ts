import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeZip } from '#app/endpoints/files/write-zip.ts';
import { listAudit } from '#shop/audit/list-audit.ts';
import { importDemoCatalog } from '#shop/catalog/import/import-demo-catalog.ts';
import { findSoldItem } from '#shop/media/find-sold-item.ts';
import { serveSplash } from '#shop/media/serve-splash.ts';
import { itemPictureKey } from '#shop/media/item-picture.ts';
import { toCoupon } from '#shop/pricing/coupon.ts';
import { judgeCoupon } from '#shop/pricing/judge-coupon.ts';
import { createCoupon } from '#shop/pricing/save-coupon.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { deleteCatalog } from './delete-catalog.ts';
import { describeCatalog } from './describe-catalog.ts';
import { readCatalogs } from './list-catalogs.ts';
import { publishCatalog } from './publish-catalog.ts';
import { tryFile } from './try-file.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await shop.createUser('Dona da Loja');
});
beforeEach(async () => {
  await shop.settled();
  await shop.ctx.db.deleteFrom('settings').execute();
  await shop.ctx.db.deleteFrom('catalogs').execute();
  // The log remembers the ids of the test before.
  await shop.ctx.transaction(async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx);
    await tx.deleteFrom('audit_log').execute();
    await sql`alter table audit_log enable trigger user`.execute(tx);
  });
  await shop.ctx.reloadSettings();
});
afterAll(() => shop.close());

const CSV = `group;name;id;price;rarity
Espadas;Espada de gelo;gelo;19,90;rara
Espadas;Espada de fogo;fogo;;
Escudos;Escudo do norte;norte;30,00;
`;
const send = async (text: string | Buffer, catalogId: string | null = null, name = 'Armas da loja.csv') =>
  tryFile(shop.ctx, {
    actorUserId: owner,
    catalogId,
    name,
    content: (async function* () {
      yield Buffer.from(text);
    })(),
  });
const by = () => ({ actorUserId: owner });
const publish = (catalogId: string) => perform(publishCatalog, shop.ctx, by(), { catalogId });
const remove = (catalogId: string) => perform(deleteCatalog, shop.ctx, by(), { catalogId });
const find = (id: string) => shop.ctx.catalog.current().findSkin(`file:armas-da-loja:${id}`);
const buy = (id: string) =>
  createPaidOrder(shop, { kind: 'skins', skins: [{ sku: `file:armas-da-loja:${id}` }] });
async function sendAndPublish(text: string | Buffer, name?: string) {
  const tried = await send(text, null, name);
  if (!tried.ok) throw new Error(tried.reason);
  const published = await publish(tried.catalog.id);
  expect(published).toMatchObject({ id: tried.catalog.id });
  return tried.catalog.id;
}

test('a file is tried, and nothing is on sale before it is published, with its prices and words', async () => {
  const before = shop.ctx.catalog.current().skins.length;
  const tried = await send(CSV);
  expect(tried).toMatchObject({
    ok: true,
    catalog: {
      id: 'armas-da-loja',
      name: 'Armas da loja',
      groups: 2,
      items: 3,
      problems: [],
      isWaiting: true,
    },
  });
  expect(shop.ctx.catalog.current().skins).toHaveLength(before);
  expect(await publish('armas-da-loja')).toMatchObject({ isWaiting: false, publishedAt: expect.any(Date) });
  expect(shop.ctx.catalog.current().skins).toHaveLength(before + 3);
  expect(find('gelo')).toMatchObject({ name: 'Espada de gelo', priceCents: 1990, rarity: 'rara', num: 1 });
  expect(find('fogo')).toMatchObject({ priceCents: 1500, num: 2, championName: 'Espadas' });
  await perform(describeCatalog, shop.ctx, by(), {
    catalogId: 'armas-da-loja',
    groupWord: 'Arma',
    groupWords: 'Armas',
  });
  expect(shop.ctx.catalog.current().shelves).toMatchObject([
    { id: 'lol' },
    { id: 'file:armas-da-loja', groupWord: 'Arma', groupWords: 'Armas' },
  ]);
  const { entries } = await listAudit(shop.ctx, { cursor: null });
  expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
    'catalog.described',
    'catalog.published',
    'setting.changed',
    'catalog.tried',
  ]);
});

test('a file with a mistake is never published, also in the place of a good one', async () => {
  const id = await sendAndPublish(CSV);
  const tried = await send(`${CSV}Espadas;;nada;;\n`, id);
  expect(tried).toMatchObject({ catalog: { problems: [{ row: 5, column: 'name' }], isWaiting: false } });
  expect(await publish(id)).toMatchObject({ ok: false, reason: 'has_problems' });
  expect(find('gelo')).toMatchObject({ name: 'Espada de gelo' });
});

test('what was sold stays sold when its item changes and goes, and its picture is still shown', async () => {
  const picture = await sharp({ create: { width: 400, height: 236, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const zip = writeZip([
    {
      name: 'catalog.csv',
      content: Buffer.from(
        'group,name,id,price,picture\nEspadas,Gelo,gelo,19.90,g.png\nEspadas,Fogo,fogo,,g.png\n',
      ),
    },
    { name: 'g.png', content: picture },
  ]);
  const id = await sendAndPublish(zip, 'Armas da loja.zip');
  const digest = find('gelo')?.pictureDigest ?? '';
  expect(await shop.ctx.files.read(itemPictureKey(digest))).toEqual(picture);
  const shown = (sku: string) =>
    serveSplash(shop.ctx, { sku: `file:${id}:${sku}`, width: 330, format: 'jpeg', address: '127.0.0.1' });
  expect(await shown('gelo')).toMatchObject({ ok: true, art: 'item' });
  expect(find('gelo')?.color).toMatch(/^#c[\da-f]3/);
  const { orderId } = await buy('gelo');

  // The picture need not come again.
  expect(await send('group,name,id,price,picture\nEspadas,Neve,neve,5,g.png\n', id)).toMatchObject({
    catalog: { problems: [], isWaiting: true },
  });
  await publish(id);
  expect([find('gelo'), find('fogo'), find('neve')?.pictureDigest]).toEqual([null, null, digest]);
  expect(await shown('gelo')).toMatchObject({ ok: true, art: 'item' });
  expect(await shown('fogo')).toMatchObject({ ok: false, reason: 'unknown_skin' });

  expect(await remove(id)).toEqual({ ok: true });
  await shop.settled();
  expect(await shown('neve')).toMatchObject({ ok: false });
  expect(await shown('gelo')).toMatchObject({ ok: true, art: 'item' });
  const owned = await shop.ctx.db
    .selectFrom('user_collection')
    .select(['sku', 'skin_name', 'champion_name'])
    .where('order_id', '=', orderId)
    .execute();
  expect(owned).toEqual([{ sku: `file:${id}:gelo`, skin_name: 'Gelo', champion_name: 'Espadas' }]);
});

test('an item gets the picture of what is on sale, and not of what was sold and left', async () => {
  const draw = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const zip = (name: string, picture: Buffer) =>
    writeZip([
      { name: 'catalog.csv', content: Buffer.from(`group,name,id,picture\nEspadas,X,${name},g.png\n`) },
      { name: 'g.png', content: picture },
    ]);
  const id = await sendAndPublish(zip('velha', await draw('#c33')), 'Armas da loja.zip');
  await buy('velha');
  await send(zip('nova', await draw('#33c')), id);
  await publish(id);
  const digest = find('nova')?.pictureDigest;
  const { db } = shop.ctx;
  // Its row is the last one that is read.
  const [old] = await db
    .deleteFrom('item_pictures')
    .where('sku', '=', `file:${id}:velha`)
    .returningAll()
    .execute();
  expect(old!.digest).not.toBe(digest);
  await db.insertInto('item_pictures').values(old!).execute();
  await send('group,name,id,picture\nEspadas,Outra,outra,g.png\n', id);
  await publish(id);
  expect(find('outra')?.pictureDigest).toBe(digest);
});

test('the id of a catalogue that was on sale is never that of another one, and what only was tried leaves its own', async () => {
  await sendAndPublish(CSV);
  await buy('gelo');
  expect(await remove('armas-da-loja')).toEqual({ ok: true });
  const other = CSV.replace('Espada de gelo', 'Pá de lixo');
  expect(await send(other)).toMatchObject({ catalog: { id: 'armas-da-loja-2' } });
  expect(await remove('armas-da-loja-2')).toEqual({ ok: true });
  expect(await send(other)).toMatchObject({ catalog: { id: 'armas-da-loja-2' } });
});

test('a picture that nobody bought goes with its catalogue', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3c3' } })
    .png()
    .toBuffer();
  const zip = writeZip([
    { name: 'catalog.csv', content: Buffer.from('group,name,id,picture\nEspadas,Verde,verde,v.png\n') },
    { name: 'v.png', content: picture },
  ]);
  const id = await sendAndPublish(zip, 'Armas da loja.zip');
  const digest = find('verde')?.pictureDigest ?? '';
  await remove(id);
  await shop.settled();
  expect(await shop.ctx.files.read(itemPictureKey(digest))).toBeNull();
});

test('a picture of a file that is not published goes with it, unless something else has the same', async () => {
  const draw = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const [sold, tried, shared] = await Promise.all([draw('#f00'), draw('#0f0'), draw('#00f')]);
  const zip = (...pictures: Buffer[]) =>
    writeZip([
      {
        name: 'catalog.csv',
        content: Buffer.from(
          ['group,name,id,picture', ...pictures.map((_, n) => `Espadas,X,i${n},${n}.png`)].join('\n'),
        ),
      },
      ...pictures.map((content, n) => ({ name: `${n}.png`, content })),
    ]);
  const areKept = async () => {
    await shop.settled();
    return Promise.all(
      [sold, tried, shared].map(async (content) => {
        const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
        return (await shop.ctx.files.read(itemPictureKey(digest))) !== null;
      }),
    );
  };
  const id = await sendAndPublish(zip(sold), 'Armas da loja.zip');
  await send(zip(sold, tried, shared), id);
  expect(await send(zip(shared), null, 'Outra.zip')).toMatchObject({ catalog: { id: 'outra' } });
  expect(await areKept()).toEqual([true, true, true]);

  // The same file again, then one without them.
  await send(zip(sold, tried, shared), id);
  expect(await areKept()).toEqual([true, true, true]);
  await send(CSV, id);
  expect(await areKept()).toEqual([true, false, true]);

  await send(zip(sold, tried), 'outra');
  expect(await areKept()).toEqual([true, true, false]);
  const late = await tryFile(shop.ctx, {
    actorUserId: owner,
    catalogId: 'outra',
    name: 'Outra.zip',
    content: (async function* () {
      expect(await remove('outra')).toEqual({ ok: true });
      yield zip(shared);
    })(),
  });
  expect(late).toEqual({ ok: false, reason: 'not_found' });
  expect(await areKept()).toEqual([true, false, false]);
});

test('a coupon follows its group to another name, and not to what it was not made for', async () => {
  const table = (groups: Record<string, string[]>) =>
    [
      'group,name,id',
      ...Object.entries(groups).flatMap(([group, ids]) => ids.map((id) => `${group},X,${id}`)),
    ].join('\n');
  const id = await sendAndPublish(
    table({ Espads: ['a', 'b'], Facas: ['c', 'd'], Arcos: ['e'], Elmos: ['f'], Botas: ['g'], Mapas: ['h'] }),
  );
  const inGroup = (name: string) => `file:${id}:${name}`;
  const codes = ['espads', 'facas', 'arcos', 'elmos', 'botas', 'mapas'];
  for (const name of codes)
    expect(
      await perform(createCoupon, shop.ctx, by(), { code: name, percent: 50, championId: inGroup(name) }),
    ).toMatchObject({ ok: true });
  await send(
    // One is renamed and has lost one and got one; one is split; two stand together; one is gone; one has other items.
    table({
      Espadas: ['b', 'nova'],
      Punhais: ['c'],
      Adagas: ['d'],
      Proteção: ['e', 'f'],
      Luvas: ['outra'],
      Mapas: ['novo'],
      Cartas: ['h'],
    }),
    id,
  );
  await publish(id);
  const rows = await shop.ctx.db.selectFrom('coupons').selectAll().execute();
  const groupOf = Object.fromEntries(rows.map((row) => [row.code.toLowerCase(), row.champion_id]));
  expect(groupOf).toMatchObject({
    espads: inGroup('espadas'),
    ...Object.fromEntries(codes.slice(1).map((name) => [name, inGroup(name)])),
  });
  const { entries } = await listAudit(shop.ctx, { cursor: null });
  expect(entries.filter(({ action }) => action === 'coupon.updated')).toMatchObject([
    {
      subjectId: 'ESPADS',
      details: { changes: { champion_id: { from: inGroup('espads'), to: inGroup('espadas') } } },
    },
  ]);
  const coupon = toCoupon(rows.find(({ code }) => code === 'ESPADS')!);
  expect(judgeCoupon({ code: 'ESPADS', coupon }, [find('b')!], shop.ctx.now())).toBeNull();
});

test('a picture with a script is named by its row and nothing of the file is kept', async () => {
  const zip = writeZip([
    { name: 'catalog.csv', content: Buffer.from('group,name,id,picture\nEspadas,Má,ma,x.png\n') },
    { name: 'x.png', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  ]);
  expect(await send(zip)).toMatchObject({
    catalog: { problems: [{ row: 2, column: 'picture', value: 'x.png' }], isWaiting: false },
  });
});

test('the shop is never without goods: the last catalogue on sale is not removed, and the setting is never empty', async () => {
  const id = await sendAndPublish(CSV);
  const set = (catalogSources: unknown) =>
    saveSettings(shop.ctx, { actorUserId: owner, entries: { catalogSources } });
  expect(await set([`file:${id}`])).toMatchObject({ ok: true });
  expect(shop.ctx.catalog.current()).toMatchObject({ source: 'file', shelves: [{ id: `file:${id}` }] });
  expect(shop.ctx.catalog.current().skins).toHaveLength(3);
  expect(await remove(id)).toMatchObject({ ok: false, reason: 'last_source' });
  expect(await set([])).toMatchObject({ ok: false, reason: 'invalid' });
  expect(await set(['file:nenhum'])).toMatchObject({ ok: false, reason: 'invalid' });
  expect(await set(['lol'])).toMatchObject({ ok: true });
  expect(find('gelo')).toBeNull();
  expect(await remove(id)).toEqual({ ok: true });
  expect(await remove(id)).toMatchObject({ ok: false, reason: 'not_found' });
});

test('the catalogue of the static-data source is replaced without touching that of a file', async () => {
  await sendAndPublish(CSV);
  await shop.ctx.db.deleteFrom('catalog_state').execute();
  await importDemoCatalog(shop.ctx);
  await shop.ctx.catalog.reload();
  expect(find('gelo')).toMatchObject({ priceCents: 1990 });
});

test('two at once: two files of one name are two catalogues, two publications one, a deletion beside one leaves nothing half', async () => {
  const tried = await Promise.all([send(CSV), send(CSV)]);
  const ids = tried.map((each) => (each.ok ? each.catalog.id : each.reason));
  expect(ids.toSorted()).toEqual(['armas-da-loja', 'armas-da-loja-2']);
  const both = await Promise.all([publish('armas-da-loja'), publish('armas-da-loja')]);
  expect(both).toMatchObject([{ isWaiting: false }, { isWaiting: false }]);
  expect(shop.ctx.settings.catalogSources).toEqual(['lol', 'file:armas-da-loja']);

  await send(CSV.replace('gelo', 'neve'), 'armas-da-loja');
  const [published, removed] = await Promise.all([publish('armas-da-loja'), remove('armas-da-loja')]);
  expect(removed).toEqual({ ok: true });
  expect(['not_found', undefined]).toContain('reason' in published ? published.reason : undefined);
  expect(await readCatalogs(shop.ctx.db, 'armas-da-loja')).toEqual([]);
  const left = await shop.ctx.db
    .selectFrom('champions')
    .select('id')
    .where('catalog_id', '=', 'armas-da-loja')
    .execute();
  expect(left).toEqual([]);
  await shop.ctx.reloadSettings();
  expect(shop.ctx.settings.catalogSources).toEqual(['lol']);
});

test('a file that breaks off or is too large leaves no catalogue', async () => {
  const broken = await tryFile(shop.ctx, {
    actorUserId: owner,
    catalogId: null,
    name: 'x.csv',
    content: (async function* () {
      yield Buffer.from(CSV);
      throw new Error('cut');
    })(),
  });
  expect(broken).toEqual({ ok: false, reason: 'broken_off' });
  expect(await send(Buffer.alloc(33 * 1024 * 1024))).toEqual({ ok: false, reason: 'too_large' });
  expect(await send(CSV, 'nenhum')).toEqual({ ok: false, reason: 'not_found' });
  expect(await readCatalogs(shop.ctx.db)).toEqual([]);
});

test('who owns a skin still sees it when nothing of its source is on sale any more', async () => {
  const [skin, other] = shop.ctx.catalog.current().skins;
  if (!skin || !other) throw new Error('The catalogue is empty.');
  await createPaidOrder(shop, { kind: 'skins', skins: [{ sku: skin.sku }] });
  await sendAndPublish(CSV);
  await saveSettings(shop.ctx, {
    actorUserId: owner,
    entries: { catalogSources: ['file:armas-da-loja'] },
  });
  await shop.ctx.catalog.reload();
  expect(await findSoldItem(shop.ctx, skin.sku)).toMatchObject({
    championId: skin.championId,
    num: skin.num,
    name: skin.name,
    splashPath: skin.splashPath,
  });
  const shown = ({ sku }: { sku: string }) =>
    serveSplash(shop.ctx, { sku, width: 330, format: 'jpeg', address: '127.0.0.1' });
  expect(await shown(skin)).toMatchObject({ ok: true });
  expect(await shown(other)).toMatchObject({ ok: false, reason: 'unknown_skin' });
});
