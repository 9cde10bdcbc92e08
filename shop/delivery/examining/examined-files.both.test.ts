import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScanner } from '#server/outgoing/create-scanner.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { deliverAtDesk } from '#shop/delivery/desk/deliver-at-desk.ts';
import { listSkinFiles } from '#shop/delivery/files/list-skin-files.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { setPatchState } from '#shop/delivery/patch/set-patch-state.ts';
import { tellOwners } from '#shop/delivery/patch/tell-owners.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { deliverKnown } from '#shop/orders/deliver-known.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { acceptFile } from './accept-file.ts';
import { examineDueFiles } from './examine-file.ts';
import { listWithheldFiles } from './list-withheld-files.ts';
import { readExamined } from './read-examined.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

let made = 0;
const clean = () => forgeZip([{ name: 'WAD/a.wad.client', content: `RW ${made++}` }, { name: 'leia.txt' }]);
const forged = () => forgeZip([{ name: `instalar ${made++}.exe`, content: 'MZ' }]);
const put = (bytes: Buffer, name = 'skin.zip') => storeTestFile(shop, clerk, name, bytes);
const skuAt = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;
const save = async (position: number, content: { fileId: string } | { link: string }, auto = true) => {
  const saved = await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(position), ...content, auto });
  if (!saved.ok) throw new Error(saved.reason);
  return saved;
};
const accept = (
  position: number,
  reason = 'Abri numa máquina à parte: é o instalador do autor.',
  fileId?: string,
) => acceptFile(shop.ctx, { actorUserId: clerk, sku: skuAt(position), reason, fileId });
const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));

async function stateOf({ orderId, userId }: PaidOrder) {
  const { db } = shop.ctx;
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const grants = await db
    .selectFrom('grants')
    .select(['waits_for', 'file_id'])
    .where('order_id', '=', orderId)
    .execute();
  const [shown] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  return {
    status: order.status,
    waitsFor: grants.map(({ waits_for }) => waits_for),
    delivered: grants.map(({ file_id }) => file_id !== null),
    isTold: shown!.awaitsExamination,
  };
}
const WAITS = { status: 'pending', waitsFor: ['examination'], delivered: [false], isTold: true };
const DONE = { status: 'completed', waitsFor: [null], delivered: [true], isTold: false };

async function release() {
  await shop.settled();
  await releaseOrders(shop.ctx);
}

test('a clean file is delivered by itself, and its page says what was looked at', async () => {
  const saved = await save(0, { fileId: await put(clean()) });
  expect(saved.examined).toMatchObject({ verdict: 'clean', entries: 2, reasons: [] });
  expect(saved.examined.at).toBeInstanceOf(Date);
  expect(await stateOf(await paid(0))).toEqual(DONE);
  expect(await readExamined(shop.ctx, skuAt(0))).toEqual({
    at: saved.examined.at,
    entries: 2,
    byStaff: false,
  });
  expect(await readExamined(shop.ctx, skuAt(39))).toBeNull();
});

test('a suspicious file delivers nothing by itself, until a person has looked, and a new one needs it anew', async () => {
  const saved = await save(1, { fileId: await put(forged()) });
  expect(saved).toMatchObject({
    examined: { verdict: 'suspicious', entries: 1 },
    withheld: true,
    acceptedAt: null,
  });
  expect(saved.examined.reasons[0]).toMatch(/^Programa ou script: instalar \d+\.exe\.$/);
  const order = await paid(1);
  await release();
  expect(await stateOf(order)).toEqual(WAITS);
  expect(await readExamined(shop.ctx, skuAt(1))).toBeNull();
  expect((await listWithheldFiles(shop.ctx)).map(({ sku }) => sku)).toEqual([skuAt(1)]);

  expect(await accept(2)).toMatchObject({ ok: false, reason: 'not_found' });
  expect(await accept(0)).toMatchObject({ ok: false, reason: 'not_withheld' });
  // Somebody looked at another file of this skin.
  const other = await put(forged());
  expect(await accept(1, undefined, other)).toMatchObject({ ok: false, reason: 'file_replaced' });
  expect(await accept(1)).toMatchObject({ ok: true, examined: { verdict: 'suspicious' }, withheld: false });
  const accepted = { acceptedBy: 'Equipe', acceptedReason: expect.stringContaining('instalador') as string };
  expect((await listSkinFiles(shop.ctx, { cursor: null })).entries[0]).toMatchObject(accepted);
  expect(await accept(1)).toMatchObject({ ok: false, reason: 'not_withheld' });
  await release();
  expect(await stateOf(order)).toEqual(DONE);
  expect(await stateOf(await paid(1))).toEqual(DONE);
  expect(await listWithheldFiles(shop.ctx)).toEqual([]);
  expect(await readExamined(shop.ctx, skuAt(1))).toMatchObject({ byStaff: true });
  const audits = await shop.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'skin_file.accepted')
    .execute();
  expect(audits).toHaveLength(1);
  expect(JSON.stringify(audits)).not.toContain('instalador');

  await save(1, { fileId: await put(forged()) });
  const next = await paid(1);
  await release();
  expect(await stateOf(next)).toEqual(WAITS);
  await save(1, { link: 'https://arquivos.exemplo.com/limpo.zip' });
  await release();
  expect(await stateOf(next)).toEqual({ ...DONE, delivered: [false] });
});

test('staff do not send it by hand either, from the desk, from the order or in bulk', async () => {
  const fileId = await put(forged());
  await save(3, { fileId }, false);
  const order = await paid(3);
  expect(await stateOf(order)).toMatchObject({ status: 'pending', waitsFor: ['staff'] });
  const atDesk = () =>
    deliverAtDesk(shop.ctx, { actorUserId: clerk, sku: skuAt(3), fileId, ask: false, undo: false });
  const refused = await atDesk();
  expect(refused).toMatchObject({ ok: false, reason: 'withheld_file' });
  expect('fields' in refused && refused.fields).toEqual({
    fileId: expect.stringMatching(/^Programa ou script: .* Guarde-o na skin, em Arquivos/),
  });
  const { orderId } = order;
  const byHand = { actorUserId: clerk, orderId, links: {}, keptFiles: order.items.map(({ id }) => id) };
  expect(await sendLinks(shop.ctx, byHand)).toMatchObject({ ok: false, reason: 'withheld_file' });
  const bulk = await deliverKnown(shop.ctx, { actorUserId: clerk, orderIds: [orderId] });
  expect(bulk.results[0]).toMatchObject({ reason: 'no_file' });
  expect(await stateOf(order)).toMatchObject({ status: 'pending', delivered: [false] });

  await accept(3);
  expect(await atDesk()).toMatchObject({ ok: true, completed: [orderId] });
});

test('what has the bytes of another skin waits, and the one that had them first does not', async () => {
  const bytes = clean();
  await save(4, { fileId: await put(bytes) });
  const twin = await save(5, { fileId: await put(bytes, 'outra.zip') });
  expect(twin.examined).toMatchObject({
    verdict: 'suspicious',
    reasons: [expect.stringMatching(/^O mesmo conteúdo já é o arquivo de /)],
  });
  const orders = [await paid(4), await paid(5)];
  await release();
  expect([await stateOf(orders[0]!), await stateOf(orders[1]!)]).toEqual([DONE, WAITS]);
  await accept(5);
  await release();
  expect(await stateOf(orders[1]!)).toEqual(DONE);
});

test('so it is with what the shop cannot look into', async () => {
  const bytes = Buffer.from(`Rar!\x1a\x07\0 ${made++}`, 'latin1');
  await save(10, { fileId: await put(bytes, 'skin.rar') });
  const twin = await save(11, { fileId: await put(bytes, 'outra.rar') });
  expect(twin).toMatchObject({ examined: { verdict: 'suspicious' }, withheld: true });
  const orders = [await paid(10), await paid(11)];
  await release();
  expect([await stateOf(orders[0]!), await stateOf(orders[1]!)]).toEqual([DONE, WAITS]);
  await accept(11);
  await release();
  expect(await stateOf(orders[1]!)).toEqual(DONE);
});

test('nothing is delivered before it was looked into, and a shop that is older goes on selling meanwhile', async () => {
  const fileId = await put(clean());
  await save(6, { fileId });
  const set = (values: { verdict: 'not_examined' | null }) =>
    shop.ctx.db
      .updateTable('files')
      .set({ ...values, entries: null, examined_at: null, tried_at: null })
      .where('id', '=', fileId)
      .execute();
  await set({ verdict: null });
  const order = await paid(6);
  await release();
  expect(await stateOf(order)).toEqual(WAITS);
  // Nobody is told what the shop itself does in a moment.
  expect(await listWithheldFiles(shop.ctx)).toEqual([]);
  expect(await accept(6)).toMatchObject({ ok: false, reason: 'not_withheld' });
  await Promise.all([examineDueFiles(shop.ctx), examineDueFiles(shop.ctx)]);
  await release();
  expect(await stateOf(order)).toEqual(DONE);

  await set({ verdict: 'not_examined' });
  expect(await stateOf(await paid(6))).toEqual(DONE);
  await examineDueFiles(shop.ctx);
  const { entries } = await listSkinFiles(shop.ctx, { cursor: null });
  expect(entries.find(({ sku }) => sku === skuAt(6))?.examined).toMatchObject({
    verdict: 'clean',
    entries: 2,
  });
});

test('a stop gives a file back in the middle, and the next process begins it at once', async () => {
  const fileId = await put(forgeZip([{ name: 'a.dds', content: Buffer.alloc(3_000_000, made++) }]));
  const { db, largeFiles } = shop.ctx;
  const renew = { verdict: null, examined_at: null, tried_at: null };
  await db.updateTable('files').set(renew).where('id', '=', fileId).execute();
  const stop = new AbortController();
  const stopping = {
    ...shop.ctx,
    largeFiles: {
      ...largeFiles,
      open: (...asked: Parameters<typeof largeFiles.open>) => {
        stop.abort();
        return largeFiles.open(...asked);
      },
    },
  };
  const read = () =>
    db.selectFrom('files').select(['verdict', 'tried_at']).where('id', '=', fileId).executeTakeFirst();
  await examineDueFiles(stopping, stop.signal);
  expect(await read()).toEqual({ verdict: null, tried_at: null });
  await examineDueFiles(shop.ctx);
  expect((await read())?.verdict).toBe('clean');
});

test('a file at which the look itself fails is for a person, who may accept it', async () => {
  const { ctx } = shop;
  ctx.scanContent = () => Promise.reject(new Error('Nobody thought of this.'));
  await save(8, { fileId: await put(clean()) });
  ctx.scanContent = null;
  const order = await paid(8);
  expect(await stateOf(order)).toEqual(WAITS);
  expect(await listWithheldFiles(shop.ctx)).toMatchObject([
    { sku: skuAt(8), examined: { reasons: ['A loja não conseguiu olhar por dentro.'] } },
  ]);
  await accept(8);
  await release();
  expect(await stateOf(order)).toEqual(DONE);
});

test('owners keep what they have while the file that replaces it waits, and are told once it does not', async () => {
  await save(7, { link: 'https://arquivos.exemplo.com/antes.zip' });
  const owner = await paid(7);
  const downloads = async () =>
    (await listCollection(shop.ctx, { userId: owner.userId, cursor: null })).entries.map(
      ({ downloadLink }) => downloadLink,
    );
  const told = async () => {
    await tellOwners(shop.ctx);
    return (await shop.jobs()).filter(
      ({ name, data }) => name === 'mail-skins-updated' && 'userId' in data && data.userId === owner.userId,
    ).length;
  };
  const scope = { skins: [skuAt(7)] };
  await setPatchState(shop.ctx, { actorUserId: clerk, scope, state: 'updating', notify: false });
  await save(7, { fileId: await put(forged()) });
  expect(await downloads()).toEqual(['https://arquivos.exemplo.com/antes.zip']);
  expect(await told()).toBe(0);
  await accept(7);
  expect((await downloads())[0]).toContain('/dashboard/download-skin/');
  expect(await told()).toBe(1);
});

test('the scanner of the operator has a word, and its silence never means clean', async () => {
  const answers = { now: 'stream: OK\0' as string | null };
  const seen: number[] = [];
  const clamd = createServer((socket) => {
    const parts: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (part) => {
      parts.push(Buffer.from(part));
      const all = Buffer.concat(parts);
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
      expect(all.toString('latin1', 0, 10)).toBe('zINSTREAM\0');
      let at = 10;
      let size = 0;
      for (let length = all.readUInt32BE(at); length > 0; length = all.readUInt32BE(at)) {
        size += length;
        at += 4 + length;
      }
      seen.push(size);
      if (answers.now !== null) socket.end(answers.now);
    });
  });
  await new Promise<void>((ready) => clamd.listen(0, '127.0.0.1', ready));
  const { port } = clamd.address() as AddressInfo;
  shop.ctx.scanContent = createScanner(`tcp://127.0.0.1:${port}`, { silentMs: 300 });
  try {
    const bytes = clean();
    expect((await save(8, { fileId: await put(bytes) })).examined.verdict).toBe('clean');
    expect(seen).toEqual([bytes.length]);
    answers.now = 'stream: Eicar-Signature FOUND\0';
    expect((await save(8, { fileId: await put(clean()) })).examined).toMatchObject({
      verdict: 'suspicious',
      entries: 2,
      reasons: ['O antivírus achou Eicar-Signature.'],
    });
    answers.now = 'INSTREAM size limit exceeded. ERROR\0';
    expect((await save(8, { fileId: await put(clean()) })).examined).toMatchObject({
      verdict: 'not_examined',
      reasons: [expect.stringContaining('StreamMaxLength')],
    });
    answers.now = null;
    const saved = await save(8, { fileId: await put(clean()) });
    expect(saved).toMatchObject({
      examined: { verdict: 'not_examined', at: null, reasons: [expect.stringContaining('não respondeu')] },
      withheld: true,
    });
    const order = await paid(8);
    answers.now = 'stream: OK\0';
    await examineDueFiles(shop.ctx);
    await release();
    expect(await stateOf(order)).toEqual(WAITS);
    expect((await listWithheldFiles(shop.ctx)).map(({ sku }) => sku)).toContain(skuAt(8));
    shop.passSeconds(301);
    await examineDueFiles(shop.ctx);
    await release();
    expect(await stateOf(order)).toEqual(DONE);
    clamd.close();
    const silent = await save(9, { fileId: await put(clean()) });
    expect(silent.withheld).toBe(true);
    // Whoever looks at it has the last word.
    expect(await accept(9)).toMatchObject({ ok: true, withheld: false });
  } finally {
    shop.ctx.scanContent = null;
    clamd.close();
  }
});
