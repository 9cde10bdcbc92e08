import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_PERSON, PERSON_TABLES } from '#shop/accounts/profile/person-tables.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { receiveMessage } from '#shop/messages/receive-message.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, customer } from '#test/purchases.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { acquireUploadSlot } from '../files/acquire-upload-slot.ts';
import { loader } from './export.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const ask = (userId: string | null) =>
  callRoute(loader, { path: '/api/me/export', context: contextFor(shop.ctx, userId) });

async function unpack(answer: Response): Promise<Map<string, Buffer>> {
  const zip = Buffer.from(await answer.arrayBuffer());
  const files = new Map<string, Buffer>();
  // By the directory at the end, as every program does.
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const size = zip.readUInt32LE(at + 20);
    const label = zip.readUInt16LE(at + 28);
    const from = zip.readUInt32LE(at + 42);
    const name = zip.toString('ascii', at + 46, at + 46 + label);
    const body = zip.subarray(from + 30 + label, from + 30 + label + size);
    files.set(name, zip.readUInt16LE(at + 10) === 0 ? body : inflateRawSync(body));
    at += 46 + label;
  }
  return files;
}

test('each column of each table is in the export, or somebody decided why not', async () => {
  const { rows: all } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", t.table_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public'`.execute(shop.ctx.db);
  const rows = all.filter(({ type }) => type === 'BASE TABLE');
  const has = (table: string | undefined, name: string) =>
    all.some((each) => each.table === table && each.column === name);
  const tables = [...new Set(rows.map(({ table }) => table))];
  expect(tables.length).toBeGreaterThan(30);
  const cure = 'Decide in shop/accounts/profile/person-tables.ts.';
  expect(tables.toSorted(), cure).toEqual(
    [...Object.keys(PERSON_TABLES), ...Object.values(NO_PERSON).flat()].toSorted(),
  );
  const named = rows
    .filter(({ table }) => PERSON_TABLES[table])
    .map(({ table, column }) => `${table}.${column}`);
  const decided = Object.entries(PERSON_TABLES).flatMap(([table, { shown, left, through }]) =>
    [...Object.keys(shown), ...Object.values(left).flat()]
      // What the view beside the table knows of it.
      .filter((column) => has(table, column) || !has(through, column))
      .map((column) => `${table}.${column}`),
  );
  expect(named.toSorted(), cure).toEqual(decided.toSorted());
});

// shows: threat 80
test('the ZIP has everything of the person, and nothing of anybody else', async () => {
  const clerk = await createClerk(shop, 'finance');
  const me = await createPaidOrder(shop, buy(shop.ctx, [0, 1]), await shop.createUser('Canário Meu'));
  const other = await createPaidOrder(shop, buy(shop.ctx, [2]), await shop.createUser('Canário Alheio'));
  for (const { orderId, links } of [me, other]) {
    await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
  }
  await receiveMessage(shop.ctx, {
    kind: 'support',
    userId: me.userId,
    name: 'Canário Meu',
    email: `${me.userId}@exemplo.com`,
    subject: 'Assunto meu',
    body: '=1+1',
    clientAddress: '192.0.2.1',
  });
  const write = (userId: string, subject: string) =>
    openTicket(shop.ctx, { userId, subject, text: `${subject}?` });
  await write(me.userId, 'Atendimento meu');
  await write(other.userId, 'Canário Alheio');
  for (const [userId, slug, num] of [
    [me.userId, 'canario-meu', 2],
    [other.userId, 'canario-alheio', 77],
  ] as const) {
    const at = shop.ctx.now();
    await shop.ctx.db
      .insertInto('wishes')
      .values({ user_id: userId, sku: `lol:Ahri:${num}`, added_at: at })
      .execute();
    await shop.ctx.db
      .insertInto('public_collections')
      .values({ user_id: userId, is_on: true, slug, name: 'Bru das Skins', changed_at: at })
      .execute();
  }
  await withdrawOrder(shop.ctx, { userId: me.userId, orderId: me.orderId, reason: 'Motivo meu' });

  // What staff noted for staff may be about somebody else.
  await shop.ctx.db
    .updateTable('charges')
    .set({ staff_note: 'Canário Alheio ligou' })
    .where('order_id', '=', me.orderId)
    .execute();

  const answer = await ask(me.userId);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const files = await unpack(answer);
  const data = JSON.parse(files.get('dados.json')!.toString()) as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(data)).toEqual(Object.values(PERSON_TABLES).map(({ part }) => part));
  expect(data).toMatchObject({
    conta: [{ codigo: me.userId, nome: 'Canário Meu' }],
    pedidos: [
      { pedido: me.orderId, cpf_ou_cnpj: customer.taxId, celular: customer.cellphone, total_reais: 30 },
    ],
    cobrancas: [{ recebido_reais: 30, estado: 'paid' }],
    mensagens: [{ assunto: 'Assunto meu' }],
    atendimentos: [{ assunto: 'Atendimento meu', estado: 'open' }],
    mensagens_dos_atendimentos: [{ mensagem: 'Atendimento meu?', da_equipe: false }],
    desejos: [{ sku: 'lol:Ahri:2', campeao_codigo: 'Ahri', skin_numero: 2 }],
    colecao_publica: [{ ligada: true, nome: 'Bru das Skins', endereco: 'canario-meu' }],
    pedidos_de_devolucao: [{ motivo: 'Motivo meu', estado: 'requested' }],
  });
  expect(data.skins_pedidas).toHaveLength(2);
  expect(data.colecao).toHaveLength(2);
  expect(data.provas_de_entrega!.length).toBeGreaterThan(0);
  const sheet = files.get('csv/mensagens.csv')!.toString();
  expect(sheet).toMatch(/^\uFEFFtipo;nome;/);
  expect(sheet, 'a spreadsheet must not reckon with it').toContain("'=1+1");
  const all = [...files.values()].map(String).join('\n');
  const links = Object.values(me.links);
  for (const foreign of [
    other.userId,
    other.orderId,
    'Canário Alheio',
    'canario-alheio',
    other.items[0]!.id,
    clerk,
    ...links,
  ]) {
    expect(all, 'of somebody else, or a link that the collection alone hands out').not.toContain(foreign);
  }
  const row = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_user_id', '=', me.userId)
    .where('action', '=', 'account.exported')
    .execute();
  expect(row).toHaveLength(1);
});

test('the pictures of the profile are in it as programs open them, and a silent storage is told in words', async () => {
  const userId = await shop.createUser();
  const key = 'uploads/0a1b2c3d-0000-4000-8000-000000000000';
  await shop.ctx.files.write(key, Buffer.from('picture'));
  const profile = { id: userId, display_name: null, avatar_key: key, cover_key: null };
  await shop.ctx.db
    .insertInto('profiles')
    .values({ ...profile, updated_at: shop.ctx.now() })
    .execute();
  const answer = await ask(userId);
  // They are packed already.
  expect(await answer.clone().text()).toContain('picture');
  const files = await unpack(answer);
  expect([...files.keys()].filter((name) => name.startsWith('imagens/'))).toEqual(['imagens/foto.webp']);
  expect(files.get('imagens/foto.webp')?.toString()).toBe('picture');

  const { read } = shop.ctx.files;
  shop.ctx.files.read = () => Promise.reject(new Error('silent'));
  const refused = await ask(userId);
  shop.ctx.files.read = read;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });

  const slots = [acquireUploadSlot(shop.ctx, userId), acquireUploadSlot(shop.ctx, userId)];
  const busy = await ask(userId);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await busy.json()).toMatchObject({ error: { code: 'busy' } });
  for (const slot of slots) slot?.release();
  expect((await ask(userId)).status).toBe(200);
});

test('staff read the Portuguese word of their role in it', async () => {
  const files = await unpack(await ask(await createClerk(shop, 'delivery')));
  expect(JSON.parse(files.get('dados.json')!.toString())).toMatchObject({ equipe: [{ papel: 'entrega' }] });
});

test('nobody gets it without a session, and nobody often', async () => {
  expect((await ask(null)).status).toBe(401);
  const userId = await shop.createUser();
  const statuses = [];
  for (let times = 0; times < 6; times++) statuses.push((await ask(userId)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
