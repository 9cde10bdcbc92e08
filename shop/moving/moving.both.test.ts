import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmAddress, makeConfirmation } from '#shop/accounts/profile/confirm-address.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { readFigures } from '#shop/numbers/read-figures.ts';
import { findStaffOrders } from '#shop/orders/search/find-staff-orders.ts';
import { refundOrder } from '#shop/refunds/refund-order.ts';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { updateCoupon } from '#shop/pricing/save-coupon.ts';
import { updateProduct } from '#shop/products/save-product.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { perform } from '#test/perform.ts';
import { chooseColumns, matchNames } from './change-import.ts';
import { forgetFiles } from './forget-files.ts';
import { receiveFile } from './receive-file.ts';
import { runImport, runImports } from './run-import.ts';
import { readImport } from './shown-import.ts';
import { undoImport } from './undo-import.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await shop.createUser('Dona da Loja');
});
beforeEach(async () => {
  await shop.settled();
  const { db } = shop.ctx;
  await db.deleteFrom('orders').execute();
  await db.deleteFrom('imported_people').execute();
  await db.deleteFrom('products').execute();
  await db.deleteFrom('imports').execute();
  await db.deleteFrom('import_matches').execute();
  await db.deleteFrom('import_columns').execute();
  // Nobody of the test before.
  await db.updateTable('users').set({ address_proved_at: null }).execute();
});
afterAll(() => shop.close());

const by = () => ({ actorUserId: owner });
async function send(text: string | Buffer, said: Record<string, string> = {}, piece = 37) {
  return receiveFile(shop.ctx, {
    actorUserId: owner,
    name: 'vendas.csv',
    said: new Map(Object.entries(said)),
    content: (async function* () {
      const bytes = Buffer.from(text);
      // As a slow line brings it: letters are cut in two.
      for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
    })(),
  });
}
async function look(text: string | Buffer, said?: Record<string, string>) {
  const sent = await send(text, said);
  if (!sent.ok) throw new Error(sent.reason);
  return sent.import;
}
async function bring(text: string | Buffer, said?: Record<string, string>) {
  const { id } = await look(text, said);
  expect(await perform(runImport, shop.ctx, by(), { importId: id })).toMatchObject({ state: 'running' });
  await runImports(shop.ctx);
  return (await readImport(shop.ctx.db, id))!;
}
const undo = (importId: string) => perform(undoImport, shop.ctx, by(), { importId });
const skin = (place: number) => shop.ctx.catalog.current().skins[place]!;

const SALES =
  'Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Status do Envio;Subtotal;Desconto;Valor do Frete;Total;Nome do comprador;CPF / CNPJ;Telefone;Endereço;Cupom de Desconto;Nome do Produto;Valor do Produto;Quantidade Comprada;SKU';
const sales = (...rows: string[]) => [SALES, ...rows].join('\r\n');
const sale = (
  number: string,
  email: string,
  product: string,
  more: { date?: string; state?: string; total?: string; coupon?: string } = {},
) => {
  const { date = '10/01/2026 09:30:00', state = 'Confirmado', total = '19.90', coupon = '' } = more;
  return `${number};${email};${date};Aberto;${state};Entregue;19.90;0.00;0.00;${total};João Ávila;11144477735;+5511988887777;Rua Um, 1;${coupon};${product};19.90;1;`;
};
const more = (number: string, email: string, product: string) =>
  `${number};${email};;;;;;;;;;;;;;${product};19.90;1;`;

async function signUp(email: string, isProved: boolean): Promise<string> {
  const userId = await shop.createUser('Quem comprou');
  await shop.ctx.db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  if (isProved) await confirm(userId, email);
  return userId;
}
const confirm = (userId: string, email: string) =>
  confirmAddress(shop.ctx, { userId, email }, makeConfirmation(shop.ctx, { userId, email }));
const collection = async (userId: string) =>
  (await listCollection(shop.ctx, { userId, cursor: null })).entries.map(({ sku }) => sku).toSorted();

test('orders of Nuvemshop are looked into, brought in and wait for whoever proves the address', async () => {
  const file = sales(
    sale('1001', 'Ana@Exemplo.com ', skin(0).name),
    more('1001', 'ana@exemplo.com', skin(1).name),
    sale('1002', 'bia@exemplo.com', skin(2).name, { state: 'Recusado' }),
    sale('1003', 'cau@exemplo.com', 'Um produto que ninguém conhece'),
  );
  const found = await look(Buffer.from(file, 'latin1'));
  expect(found).toMatchObject({
    kind: 'nuvemshop_orders',
    rows: 4,
    understood: 4,
    unpaid: 1,
    skipped: 0,
    unclear: [],
    unmatched: [{ name: 'Um produto que ninguém conhece', count: 1 }],
    wouldCreate: { people: 2, orders: 2, owned: 2, coupons: 0, products: 0 },
    state: 'checked',
  });
  expect(await shop.ctx.db.selectFrom('orders').select('id').execute()).toEqual([]);
  // What another shop knows of people beyond that does not come in.
  const rows = await shop.ctx.db.selectFrom('import_rows').select('cells').execute();
  expect(JSON.stringify(rows)).not.toMatch(/11144477735|Rua Um/);

  const done = await bring(file);
  expect(done).toMatchObject({ state: 'done', done: 4, of: 4, created: found.wouldCreate });
  expect(
    await shop.ctx.db.selectFrom('import_rows').select('row').where('import_id', '=', done.id).execute(),
  ).toEqual([]);
  const [order] = await findStaffOrders(shop.ctx, { status: 'imported', q: 'ana@exemplo.com' }, 10);
  expect(order).toMatchObject({
    total_cents: 1990,
    customer_name: 'João Ávila',
    user_id: null,
    paid_at: null,
    due_at: null,
    created_at: new Date('2026-01-10T12:30:00Z'),
  });
  expect(await findStaffOrders(shop.ctx, {}, 10)).toEqual([]);
  const [figures] = await readFigures(shop.ctx, [{ from: '2026-01-01', to: '2026-12-31' }]);
  expect(figures).toMatchObject({ orders: 0, ordersPaid: 0, paid: 0, revenueCents: 0, delivered: 0 });
  const refund = { orderId: order!.id, confirmation: order!.id.slice(0, 8), reason: 'Pediu' };
  expect(await perform(refundOrder, shop.ctx, by(), refund)).toMatchObject({ reason: 'refunded_outside' });
  expect(await perform(cancelOrder, shop.ctx, by(), { orderId: order!.id, reason: 'Pediu' })).toMatchObject({
    reason: 'refunded_outside',
  });

  const ana = await signUp('ana@exemplo.com', false);
  expect(await collection(ana)).toEqual([]);
  await confirm(ana, 'ana@exemplo.com');
  expect(await collection(ana)).toEqual([skin(0).sku, skin(1).sku].toSorted());
  expect(await confirm(ana, 'ana@exemplo.com')).toBe('done');
  expect(shop.mails).toEqual([]);
  expect((await shop.jobs()).filter(({ name }) => name.startsWith('mail'))).toEqual([]);
  expect(await undo(done.id)).toMatchObject({
    reason: 'claimed',
    message: '1 pessoa já confirmou o e-mail e recebeu o que veio: ana@exemplo.com.',
  });
});

test('all of an import is taken back, and what came before comes no second time', async () => {
  const file = sales(sale('1', 'ana@exemplo.com', skin(0).name), sale('2', 'bia@exemplo.com', skin(0).name));
  const first = await bring(file);
  expect(await look(file)).toMatchObject({ skipped: 2, wouldCreate: { orders: 0, people: 0, owned: 0 } });
  expect((await bring(file)).created).toMatchObject({ orders: 0, people: 0, owned: 0 });
  expect(await undo(first.id)).toMatchObject({ state: 'undone' });
  for (const table of ['orders', 'order_items', 'grants', 'imported_people', 'imported_orders'] as const)
    expect(await shop.ctx.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  expect((await bring(file)).created).toMatchObject({ orders: 2, people: 2, owned: 2 });
});

test('who came with one import and bought in others goes with the last of them', async () => {
  const customers =
    'Nome completo;CPF/CNPJ;E-mail;Telefone de Contato;Número de Compras\nAna;1;ana@exemplo.com;+55;2\nBia;2;bia@exemplo.com;+55;1\n';
  const people = await bring(customers);
  const first = await bring(
    sales(sale('1', 'ana@exemplo.com', skin(0).name), sale('2', 'bia@exemplo.com', skin(0).name)),
  );
  const second = await bring(sales(sale('3', 'ana@exemplo.com', skin(1).name)));
  const left = async () =>
    (await shop.ctx.db.selectFrom('imported_people').select('email').orderBy('email').execute()).map(
      ({ email }) => email,
    );
  await undo(people.id);
  expect(await left()).toEqual(['ana@exemplo.com', 'bia@exemplo.com']);
  await undo(first.id);
  expect(await left()).toEqual(['ana@exemplo.com']);
  await undo(second.id);
  expect(await left()).toEqual([]);

  // Whose own import stays is there by it.
  await bring(customers);
  await undo((await bring(sales(sale('4', 'ana@exemplo.com', skin(0).name)))).id);
  expect(await left()).toEqual(['ana@exemplo.com', 'bia@exemplo.com']);
});

test('who has proved the address already finds it at once, until it is taken back unused', async () => {
  const ana = await signUp('antiga@exemplo.com', true);
  const done = await bring(sales(sale('1', 'antiga@exemplo.com', skin(0).name)));
  expect(done.created).toMatchObject({ orders: 1, people: 0, owned: 1 });
  expect(await collection(ana)).toEqual([skin(0).sku]);
  expect(await undo(done.id)).toMatchObject({ state: 'undone' });
  expect(await collection(ana)).toEqual([]);
});

test('the file of a skin is what is downloaded of it, once there is one', async () => {
  const ana = await signUp('arquivo@exemplo.com', true);
  await bring(sales(sale('1', 'arquivo@exemplo.com', skin(3).name)));
  const read = async () => (await listCollection(shop.ctx, { userId: ana, cursor: null })).entries[0];
  expect(await read()).toMatchObject({ downloadLink: null, isImported: true });
  const link = 'https://arquivos.exemplo.com/a.zip';
  const file = {
    sku: skin(3).sku,
    link,
    file_id: null,
    checked_at: null,
    failing_since: null,
    failure: null,
  };
  await shop.ctx.db
    .insertInto('skin_files')
    .values({ ...file, updated_at: shop.ctx.now(), updated_by: null })
    .execute();
  expect(await read()).toMatchObject({ downloadLink: link });
  await shop.ctx.db.deleteFrom('skin_files').execute();
});

test('two shops of one platform have one number each: the second order is named, and nobody gets what another bought', async () => {
  const file = sales(
    sale('1', 'ana@exemplo.com', skin(0).name),
    more('1', '', skin(1).name),
    sale('1', 'bia@exemplo.com', skin(2).name),
  );
  const problem = { value: '1', reason: expect.stringContaining('Já veio outro pedido com este número') };
  expect(await look(file)).toMatchObject({
    skipped: 0,
    understood: 2,
    unclear: [{ row: 4, ...problem }],
    wouldCreate: { people: 1, orders: 1, owned: 2 },
  });
  expect((await bring(file)).created).toMatchObject({ people: 1, orders: 1, owned: 2 });
  const other = sales(
    sale('1', 'cau@exemplo.com', skin(3).name),
    sale('1', 'ANA@exemplo.com', skin(0).name),
    sale('2', 'cau@exemplo.com', skin(3).name),
  );
  expect(await look(other)).toMatchObject({
    skipped: 1,
    unclear: [{ row: 2, ...problem }],
    wouldCreate: { orders: 1 },
  });
  // Whoever they are now, the order came before.
  await shop.ctx.db.updateTable('orders').set({ customer_email: 'outro@exemplo.com' }).execute();
  expect(await look(file)).toMatchObject({ skipped: 1, unclear: [{ row: 4 }] });
});

test('one bad byte of a table is a problem of its row, wherever the line cuts the file', async () => {
  const bytes = Buffer.from(
    sales(
      sale('1', 'ana@exemplo.com', skin(0).name),
      sale('2', 'bia@exemplo.com', `${skin(1).name} @`),
      sale('3', 'cau@exemplo.com', skin(2).name),
    ),
  );
  bytes[bytes.lastIndexOf(' @') + 1] = 0xe3;
  for (const piece of [37, 400, 100_000]) {
    const sent = await send(bytes, {}, piece);
    expect(sent).toMatchObject({
      import: {
        unclear: [{ row: 3, column: 'Nome do Produto', value: `${skin(1).name} \ufffd` }],
        wouldCreate: { orders: 2, owned: 2 },
      },
    });
    const rows = await shop.ctx.db.selectFrom('import_rows').select('cells').orderBy('row').execute();
    expect(rows.map(({ cells }) => (cells as string[]).includes('João Ávila'))).toEqual([true, true, true]);
    await shop.ctx.db.deleteFrom('imports').execute();
  }
});

test('what is called more than a skin of this shop is shown to a person, who says whether it is that one', async () => {
  const { name, championName, sku } = skin(0);
  const file = sales(
    sale('1', 'ana@exemplo.com', `Skin ${championName} ${name} — League of Legends`),
    sale('2', 'ana@exemplo.com', `${name} de Gelo`),
    sale('3', 'ana@exemplo.com', `${name}zinha`),
  );
  const { unmatched, wouldCreate } = await look(file);
  expect(wouldCreate).toMatchObject({ orders: 3, owned: 1 });
  expect(unmatched.map((missed) => missed.name)).toEqual([`${name} de Gelo`, `${name}zinha`]);
  expect(unmatched[0]?.suggestions).toEqual([sku]);
});

test('tax ids, addresses and telephones of a table of no shop stay out of it, and its rows stay what they were', async () => {
  const header = 'Cliente,Item,CPF do cliente,Endereço,CEP,Telefone,Obs';
  const row = (street: string) => `ana@exemplo.com,${skin(0).name},11144477735,${street},01310-100,+551199,x`;
  const columns = JSON.stringify({ email: 'Cliente', product: 'Item' });
  const table = [header, row('Rua Um'), row('Rua Dois')].join('\n');
  expect(await look(table, { kind: 'columns', columns })).toMatchObject({ wouldCreate: { orders: 2 } });
  const rows = await shop.ctx.db.selectFrom('import_rows').select('cells').execute();
  expect(JSON.stringify(rows)).not.toMatch(/11144477735|Rua|01310|551199/);
  // What is needed stays.
  const named = JSON.stringify({ email: 'Cliente', product: 'Item', name: 'Telefone' });
  await bring(table, { kind: 'columns', columns: named });
  const people = await shop.ctx.db.selectFrom('imported_people').select('name').execute();
  expect(people).toEqual([{ name: '+551199' }]);
  expect(await look(table, { kind: 'columns', columns })).toMatchObject({ skipped: 2 });
});

test('rows that nobody understands are named, and the others come', async () => {
  const found = await look(
    sales(
      sale('1', 'ana@exemplo.com', skin(0).name, { date: '2026-02-28' }),
      sale('2', 'isto não é e-mail', skin(0).name),
      '"3";"bia@exemplo.com";"31/02/2026";;Confirmado;;;;;"=SOMA(A1)";"com\nquebra; e ponto";;;;;Faca;;;',
      sale('4', 'cau@exemplo.com', skin(0).name, { state: 'Sei lá' }),
      sale('5', 'dea@exemplo.com', skin(1).name, { date: '05-03-2026', total: 'R$1.093,18' }),
    ),
  );
  expect(found).toMatchObject({ rows: 5, understood: 2, unclearRows: 3, wouldCreate: { orders: 2 } });
  expect(found.unclear.map(({ row, column }) => [row, column])).toEqual([
    [3, 'E-mail'],
    [4, 'Data'],
    [4, 'Total'],
    [5, 'Status do Pagamento'],
  ]);
});

test('what a person says of a product holds, for this file and for the next', async () => {
  const file = sales(sale('1', 'ana@exemplo.com', 'Pacote secreto'), sale('2', 'ana@exemplo.com', 'Frete'));
  const { id, unmatched } = await look(file);
  expect(unmatched.map(({ name }) => name).toSorted()).toEqual(['Frete', 'Pacote secreto']);
  const match = (matches: Record<string, unknown>) =>
    perform(matchNames, shop.ctx, by(), { importId: id, matches });
  expect(await match({ 'Pacote secreto': 'lol:Ninguem:1' })).toMatchObject({
    fields: { 'Pacote secreto': 'Esta skin não existe na loja.' },
  });
  expect(await match({ 'Pacote secreto': skin(4).sku, Frete: null })).toMatchObject({
    unmatched: [],
    wouldCreate: { orders: 2, owned: 1 },
  });
  expect(await look(file)).toMatchObject({ unmatched: [], wouldCreate: { owned: 1 } });
});

test('of a table that no shop makes a person says once what its columns are', async () => {
  const table = `Cliente,Item,Quando,Pago\nana@exemplo.com,${skin(0).name},2026-03-01,"12,50"\nbia@exemplo.com,${skin(1).name},01/03/2026,10\n`;
  expect(await send(table)).toEqual({
    ok: false,
    reason: 'unknown_kind',
    header: ['Cliente', 'Item', 'Quando', 'Pago'],
  });
  const { id, header } = await look(table, { kind: 'columns' });
  expect(header).toEqual(['Cliente', 'Item', 'Quando', 'Pago']);
  expect(await perform(runImport, shop.ctx, by(), { importId: id })).toMatchObject({ reason: 'no_columns' });
  const columns = { email: 'Cliente', product: 'Item', date: 'Quando', total: 'Pago' };
  const choose = (columns: object) =>
    perform(chooseColumns, shop.ctx, by(), { importId: id, columns: columns as Record<string, unknown> });
  expect(await choose({ email: 'Ninguém' })).toMatchObject({ reason: 'invalid' });
  expect(await choose(columns)).toMatchObject({ wouldCreate: { people: 2, orders: 2, owned: 2 } });
  expect(await look(table, { kind: 'columns' })).toMatchObject({ columns, wouldCreate: { orders: 2 } });
  expect((await bring(table, { kind: 'columns', columns: JSON.stringify(columns) })).created.orders).toBe(2);
  const unnamed = await look(`Cliente,,Quando\ncau@exemplo.com,${skin(0).name},2026-03-01\n`, {
    kind: 'columns',
  });
  expect(unnamed.header).toEqual(['Cliente', 'Coluna 2', 'Quando']);
});

test('products and customers come too', async () => {
  const products = `Identificador URL;Nome;Categorias;Preço;SKU;Exibir na loja\na;${skin(0).name};Skins;25,00;;SIM\n;;;25,00;;\nb;Caneca;Outros;30,00;;SIM\n`;
  const made = await bring(products);
  expect(made).toMatchObject({ rows: 3, done: 3, created: { products: 1 }, unmatched: [{ name: 'Caneca' }] });
  expect(await shop.ctx.db.selectFrom('products').select(['sku', 'price_cents']).execute()).toEqual([
    { sku: skin(0).sku, price_cents: 2500 },
  ]);
  const { id: productId } = await shop.ctx.db.selectFrom('products').select('id').executeTakeFirstOrThrow();
  await perform(updateProduct, shop.ctx, by(), { productId, priceCents: 2000 });
  expect(await undo(made.id)).toMatchObject({
    reason: 'claimed',
    message: `1 produto que veio já foi alterado: ${skin(0).name}.`,
  });
  await shop.ctx.db.deleteFrom('products').execute();
  await undo((await bring(products)).id);
  expect(await shop.ctx.db.selectFrom('products').select('sku').execute()).toEqual([]);
  const people =
    'Nome completo;CPF/CNPJ;E-mail;Telefone de Contato;Número de Compras\nAna;1;ana@exemplo.com;+55;2\nSem;1;;;0\n';
  expect(await bring(people)).toMatchObject({
    created: { people: 1 },
    unclear: [{ row: 3, column: 'E-mail' }],
  });
});

const WOO =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Sale price","Regular price",Categories,Tags,Images,Parent,Position';
const woo = (type: string, name: string, published: string, price: string) =>
  `7,${type},,,${name},${published},0,visible,,,,,taxable,,1,,,${price},Skins,,,,0`;

test('products of WooCommerce come without what has no price or no name, and drafts stay hidden', async () => {
  const file = [
    WOO,
    woo('simple', skin(0).name, '1', '19.9'),
    woo('variation', `"${skin(1).name}"`, "'-1", '"29,90"'),
    woo('variable', 'Camiseta', '1', ''),
    woo('simple', 'Brinde', '1', 'grátis'),
    woo('simple', '', '1', '10'),
  ].join('\n');
  const found = await look(`\uFEFF${file}`);
  expect(found).toMatchObject({
    kind: 'woocommerce_products',
    rows: 5,
    wouldCreate: { people: 0, orders: 0, owned: 0, coupons: 0, products: 2 },
  });
  expect(found.unclear).toEqual([
    { row: 4, column: 'Regular price', value: '', reason: 'Falta o preço.' },
    { row: 5, column: 'Regular price', value: 'grátis', reason: 'Não é um valor em reais.' },
    { row: 6, column: 'Name', value: '', reason: 'Falta o nome do produto.' },
  ]);
  await bring(file);
  const made = shop.ctx.db.selectFrom('products').select(['name', 'price_cents', 'is_active']);
  expect(await made.orderBy('price_cents').execute()).toEqual([
    { name: skin(0).name, price_cents: 1990, is_active: true },
    { name: skin(1).name, price_cents: 2990, is_active: false },
  ]);
});

test('names that are one when letters alone count are one match, also of a product that is called like a method', async () => {
  const file = sales(
    sale('1', 'ana@exemplo.com', 'Pacote secreto'),
    sale('2', 'ana@exemplo.com', 'constructor'),
  );
  const { id } = await look(file);
  const matches = { 'Pacote secreto': skin(4).sku, 'pacote SECRETO!': skin(4).sku, constructor: null };
  expect(await perform(matchNames, shop.ctx, by(), { importId: id, matches, typed: {} })).toMatchObject({
    unmatched: [],
    wouldCreate: { orders: 2, owned: 1 },
  });
});

test('a row without a number goes on with the order above only for the same buyer', async () => {
  const row = (number: string, email: string) => sale(number, email, skin(1).name);
  const found = await look(
    sales(
      sale('1', 'ana@exemplo.com', skin(0).name),
      more('', 'ana@exemplo.com', skin(2).name),
      more('', '', skin(3).name),
      row('', 'bia@exemplo.com'),
    ),
  );
  expect(found).toMatchObject({ wouldCreate: { people: 1, orders: 1, owned: 3 } });
  expect(found.unclear).toMatchObject([
    { row: 5, column: 'Número do Pedido', reason: 'Falta o número do pedido.' },
  ]);
});

test('a text that is too long is cut between two letters, never within an emoji', async () => {
  const long = `${'x'.repeat(299)}😀`;
  expect(await look(sales(sale('1', 'ana@exemplo.com', long)))).toMatchObject({
    unmatched: [{ name: 'x'.repeat(299) }],
  });
  expect(await look(sales(sale('1', 'y'.repeat(199) + '😀', long)))).toMatchObject({
    unclear: [{ column: 'E-mail', value: 'y'.repeat(199) }],
  });
  const cell = `${'z'.repeat(1999)}😀`;
  await look(sales(sale('1', 'ana@exemplo.com', cell)));
});

test('a kind that is said behind the file is too late for its rows', async () => {
  const said = new Map<string, string>();
  const sent = await receiveFile(shop.ctx, {
    actorUserId: owner,
    name: 'vendas.csv',
    said,
    content: (async function* () {
      yield Buffer.from(`${SALES}\n`);
      for (let n = 0; n < 3000; n += 1)
        yield Buffer.from(`${sale(String(n), 'ana@exemplo.com', skin(0).name)}\n`);
      said.set('kind', 'columns');
    })(),
  });
  expect(sent).toEqual({ ok: false, reason: 'kind_after_file' });
  expect(await shop.ctx.db.selectFrom('import_rows').select('row').execute()).toEqual([]);
});

const TEBEX = 'Transaction ID,Date,Gateway,Status,Currency,Price,Username,Email,Packages,Coupon';
const payment = (
  number: string,
  more: Partial<Record<'date' | 'state' | 'currency' | 'price' | 'email' | 'what', string>>,
) => {
  const all = {
    date: '2026-01-10 01:30:00',
    state: 'Complete',
    currency: 'BRL',
    price: '39.80',
    email: 'ana@exemplo.com',
    ...more,
  };
  return `${number},${all.date},PayPal,${all.state},${all.currency},${all.price},Notch,${all.email},"${all.what ?? ''}",`;
};

test('payments of Tebex come with all their packages, at the hour that its export means', async () => {
  const what = `1 x ${skin(0).name}, 2 x ${skin(1).name}`;
  const file = [
    TEBEX,
    payment('tbx-1', { what }),
    payment('tbx-2', { what, state: 'Refund' }),
    payment('tbx-3', { what, state: 'Chargeback' }),
    payment('tbx-4', { what, state: 'Talvez' }),
    payment('tbx-5', { what, email: 'Notch' }),
    payment('tbx-6', { what, date: '31/02/2026' }),
    payment('tbx-7', { what, price: 'free' }),
  ].join('\r\n');
  const found = await look(file);
  expect(found).toMatchObject({
    kind: 'tebex_payments',
    rows: 7,
    unpaid: 2,
    foreign: 0,
    wouldCreate: { people: 1, orders: 1, owned: 2 },
  });
  expect(found.unclear.map(({ row, column, value }) => [row, column, value])).toEqual([
    [5, 'Status', 'Talvez'],
    [6, 'Email', 'Notch'],
    [7, 'Date', '31/02/2026'],
    [8, 'Price', 'free'],
  ]);
  const many = Array.from({ length: 12 }, (_, place) => `1 x ${skin(place).name}`).join(', ');
  expect(many.length).toBeGreaterThan(300);
  const long = [TEBEX, payment('tbx-8', { what: many }), payment('', { what, email: 'bia@exemplo.com' })];
  expect(await look(long.join('\r\n'))).toMatchObject({
    wouldCreate: { orders: 1, owned: 12 },
    unclear: [{ row: 3, reason: 'Falta o número do pedido.' }],
  });
  await bring(file);
  const [order] = await shop.ctx.db.selectFrom('orders').select(['created_at', 'total_cents']).execute();
  // In São Paulo it was the evening before.
  expect(order).toEqual({ created_at: new Date('2026-01-10T01:30:00Z'), total_cents: 3980 });
});

test('what was paid in other money comes along without its sums, which would be of no money of ours', async () => {
  const file = [
    TEBEX,
    payment('tbx-1', { what: `1 x ${skin(0).name}`, currency: 'USD', price: '7.99' }),
    payment('tbx-2', { what: `1 x ${skin(1).name}` }),
  ].join('\r\n');
  expect(await look(file)).toMatchObject({
    unclearRows: 0,
    foreign: 1,
    wouldCreate: { orders: 2, owned: 2 },
  });
  await bring(file);
  const totals = shop.ctx.db.selectFrom('orders').select('total_cents').orderBy('total_cents');
  expect(await totals.execute()).toEqual([{ total_cents: 0 }, { total_cents: 3980 }]);
  const prices = shop.ctx.db.selectFrom('order_items').select('price_cents').orderBy('price_cents');
  expect(await prices.execute()).toEqual([{ price_cents: 0 }, { price_cents: 3980 }]);
});

test('files that cannot be read leave nothing', async () => {
  expect(await send('PK\x03\x04não é uma tabela')).toMatchObject({ ok: false, reason: 'no_table' });
  expect(await send('')).toMatchObject({ reason: 'empty' });
  expect(await send('{"a":1}')).toMatchObject({ reason: 'no_export' });
  expect(await send(`${SALES}\n"aberta e nunca fechada`)).toMatchObject({ reason: 'broken_quotes', row: 2 });
  const broken = receiveFile(shop.ctx, {
    actorUserId: owner,
    name: 'a.csv',
    said: new Map(),
    content: (async function* () {
      yield Buffer.from(`${SALES}\n`);
      throw new Error('aborted');
    })(),
  });
  expect(await broken).toMatchObject({ reason: 'broken_off' });
  expect(await shop.ctx.db.selectFrom('imports').select('id').execute()).toEqual([]);
  expect(await shop.ctx.db.selectFrom('import_rows').select('row').execute()).toEqual([]);
});

test('a run that was killed goes on where it was, and nothing is there twice', async () => {
  const rows = Array.from({ length: 450 }, (_, place) =>
    sale(String(place), `p${place}@exemplo.com`, skin(place % 10).name),
  );
  const { id } = await look(sales(...rows));
  await perform(runImport, shop.ctx, by(), { importId: id });
  // The process dies within the second part.
  let parts = 0;
  const dying = {
    ...shop.ctx,
    transaction: ((work: Parameters<typeof shop.ctx.transaction>[0]) =>
      shop.ctx.transaction(async (tx) => {
        const done = await work(tx);
        parts += 1;
        if (parts === 2) throw new Error('killed');
        return done;
      })) as typeof shop.ctx.transaction,
  };
  await runImports(dying);
  expect(await readImport(shop.ctx.db, id)).toMatchObject({
    state: 'failed',
    done: 200,
    created: { orders: 200 },
  });
  await perform(runImport, shop.ctx, by(), { importId: id });
  await runImports(shop.ctx);
  expect(await readImport(shop.ctx.db, id)).toMatchObject({
    state: 'done',
    done: 450,
    created: {
      people: 450,
      orders: 450,
      owned: 450,
    },
  });
  expect(await shop.ctx.db.selectFrom('orders').select('id').execute()).toHaveLength(450);
});

/** The file of a Fulgor shop. */
const own = (lists: object) =>
  JSON.stringify({ fulgor: 1, people: [], orders: [], owned: [], coupons: [], products: [], ...lists });
const mug = {
  sku: null,
  name: 'Caneca',
  group: null,
  price: 30,
  description: null,
  image_url: null,
  download_url: null,
  stock: 0,
  active: true,
};

const coupon = {
  code: 'VOLTA',
  percent: 10,
  amount: null,
  valid_from: null,
  valid_to: null,
  max_uses: null,
  max_per_person: null,
  min_total: null,
  champion_id: null,
  creator: null,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
};

// shows: threat 28
test('the links of products that come along are those that the form of a product takes', async () => {
  const link = 'https://arquivos.exemplo.com/a.zip';
  const products = [
    { ...mug, image_url: 'javascript:alert(1)' },
    { ...mug, download_url: 'http://arquivos.exemplo.com/a.zip' },
    { ...mug, image_url: link, download_url: link },
  ];
  const { unclear, wouldCreate } = await look(own({ products }));
  expect(unclear).toMatchObject([
    { row: 1, column: 'products.image_url' },
    { row: 2, column: 'products.download_url' },
  ]);
  expect(wouldCreate.products).toBe(1);
});

test('of two products of one name the first comes, and the second is named', async () => {
  const file = own({ products: [mug, { ...mug, price: 40 }] });
  const done = await bring(file);
  expect(done).toMatchObject({
    understood: 1,
    unclearRows: 1,
    unclear: [{ row: 2, column: 'products.name', value: 'Caneca' }],
    created: { products: 1 },
  });
  expect(await shop.ctx.db.selectFrom('products').select('price_cents').execute()).toEqual([
    { price_cents: 3000 },
  ]);
  expect(await look(file)).toMatchObject({ unclear: [], wouldCreate: { products: 0 } });
});

test('what the database would refuse is named before the run', async () => {
  const wrong = [
    { percent: null },
    { amount: 5 },
    { percent: null, amount: 0 },
    { percent: null, amount: 5.005 },
    { min_total: 0 },
    { min_total: 5.005 },
    { max_uses: 3_000_000_000 },
    { max_per_person: 3_000_000_000 },
    { code: 'volta ção' },
    { valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-01-31T23:00:00Z' },
  ].map((part) => ({ ...coupon, ...part }));
  const products = [
    mug,
    { ...mug, name: 'Outra', stock: 3_000_000_000 },
    { ...mug, name: 'a'.repeat(201) },
    { ...mug, name: 'Meia', price: 30.005 },
  ];
  const order = {
    id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
    source: 'fulgor',
    number: '1',
    email: 'ana@exemplo.com',
    name: 'Ana',
    phone: '',
    created_at: '2026-01-01T00:00:00Z',
    paid_at: null,
    delivered_at: null,
    state: 'paid',
    total: 10,
    discount: 0,
    coupon: null,
    refunded: 0,
    description: '',
    items: [],
  };
  const item = { sku: skin(0).sku, skin: 'Skin', group: 'Grupo', price: 10.005 };
  const fractions = [{ total: 10.005 }, { discount: 0.005 }, { items: [item] }].map((part, place) => ({
    ...order,
    ...part,
    id: crypto.randomUUID(),
    number: `f${place}`,
  }));
  const orders = [order, { ...order, number: '2' }, ...fractions];
  const done = await bring(own({ orders, coupons: [...wrong, coupon], products }));
  expect(done).toMatchObject({ state: 'done', skipped: 1, unclearRows: wrong.length + 6 });
  expect(done.wouldCreate).toMatchObject({ orders: 1, coupons: 1, products: 1 });
  expect(done.created).toMatchObject({ orders: 1, coupons: 1, products: 1 });
  await undo(done.id);
});

test('a coupon that staff changed since stands in the way, and one of its code that was there before does not', async () => {
  const first = await bring(own({ coupons: [coupon] }));
  for (const change of [{ isActive: false }, { percent: 20 }]) {
    await perform(updateCoupon, shop.ctx, by(), { code: 'VOLTA', ...change });
    expect(await undo(first.id)).toMatchObject({
      reason: 'claimed',
      message: '1 cupom que veio já foi alterado: VOLTA.',
    });
  }
  await shop.ctx.db.deleteFrom('coupons').execute();
  shop.passSeconds(60);
  const second = await bring(own({ coupons: [coupon] }));
  expect(await undo(second.id)).toMatchObject({ state: 'undone' });
  expect(await shop.ctx.db.selectFrom('coupons').select('code').execute()).toEqual([]);
});

test('a file whose rows were forgotten half-way is sent again, and never said to be done', async () => {
  const file = sales(sale('1', 'ana@exemplo.com', skin(0).name), sale('2', 'bia@exemplo.com', skin(1).name));
  const { id } = await look(file);
  await shop.ctx.db.updateTable('imports').set({ state: 'failed' }).where('id', '=', id).execute();
  await forgetFiles(shop.ctx, new Date(shop.ctx.now().getTime() + 1000), 1);
  expect(await perform(runImport, shop.ctx, by(), { importId: id })).toMatchObject({ reason: 'forgotten' });
  expect(await readImport(shop.ctx.db, id)).toMatchObject({ state: 'failed' });
});
