import { createHash } from 'node:crypto';
import { foldText } from '#shop/catalog/search/fold-text.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';
import { cutText } from '#shop/text/cut-text.ts';
import type { Draft, DraftItem, DraftOrder, Problem, StoredRow } from './draft.ts';
import {
  FILE_KINDS,
  placesOf,
  placesOfOwn,
  type Field,
  type FileKind,
  type Kind,
  type OwnColumns,
} from './kinds.ts';
import { readOwnRecord } from './read-own-record.ts';
import { isCancelled, isShown, readCell, readDay, readEmail, readPaid, readSum } from './read-cells.ts';

/** A file as it waits: what it is, and the names of its columns. */
export interface ReadAs {
  kind: Kind;
  header: readonly string[];
  columns: OwnColumns | null;
  /** When it came: the day of what has none. */
  madeAt: Date;
}

/** What the rows say, in their sequence. The rows of one order stand below each other. */
export async function* readDrafts(file: ReadAs, rows: AsyncIterable<StoredRow>): AsyncGenerator<Draft> {
  if (file.kind === 'fulgor') {
    for await (const row of rows) yield readOwnRecord(row);
    return;
  }
  const reader = createReader(file);
  let draft: Draft | null = null;
  for await (const { row, cells } of rows) {
    const read = reader.readRow(row, cells as string[]);
    const number = read.text('number') || (reader.isOwn ? numberOf(cells as string[], file.header) : '');
    if (draft && goesOn(reader, draft, read, number)) {
      draft.rows += 1;
      draft.lastRow = row;
    } else {
      if (draft) yield draft;
      draft = begin(reader, read, number);
    }
    if (draft.is === 'order') addItems(draft, read, reader.isOwn);
  }
  if (draft) yield draft;
}

/** A further item of the order above, or another variant or picture of the product above. */
function goesOn({ source }: Reader, draft: Draft, read: Read, number: string): boolean {
  if (draft.is === 'order') {
    // Nobody gets what another buyer paid: two shops of one platform may have one number.
    const email = read.text('email').toLowerCase();
    const isSame = email === '' || email === draft.email;
    // Each row of Tebex is a payment of its own.
    if (number === '') return source !== 'tebex' && isSame;
    return number === draft.number && (isSame || draft.email === '');
  }
  // Each row of WooCommerce is a product of its own.
  return draft.is === 'product' && source !== 'woocommerce' && read.text('product') === '';
}

function begin(reader: Reader, read: Read, number: string): Draft {
  if (reader.makes === 'orders') return readOrder(reader, read, number);
  return reader.makes === 'people' ? readPerson(read) : readProduct(read);
}

type Reader = ReturnType<typeof createReader>;
type Read = ReturnType<Reader['readRow']>;

function createReader({ kind, header, columns, madeAt }: ReadAs) {
  const isOwn = kind === 'columns';
  const known: FileKind | null = isOwn || kind === 'fulgor' ? null : FILE_KINDS[kind];
  const places = known ? placesOf(known, header) : placesOfOwn(columns ?? {}, header);
  return {
    isOwn,
    madeAt: madeAt.toISOString(),
    source: known?.source ?? 'columns',
    makes: known?.makes ?? 'orders',
    readRow: (row: number, cells: readonly string[]) => {
      const problems: Problem[] = [];
      const text = (field: Field) => readCell(at(cells, places[field]));
      const blame = (field: Field, reason: string) => {
        const column = at(header, places[field]) ?? null;
        problems.push({ row, column, value: cutText(text(field), 200), reason });
      };
      for (const field of Object.keys(places) as Field[])
        if (text(field).includes('\ufffd')) blame(field, BROKEN);
      return {
        row,
        problems,
        text,
        offset: known?.offset,
        has: (field: Field) => places[field] !== undefined,
        blame,
      };
    },
  };
}

const at = (cells: readonly string[], place: number | undefined) =>
  place === undefined ? undefined : cells[place];

const BROKEN =
  'Algumas letras desta célula estão quebradas: a tabela mistura codificações. Salve-a de novo em UTF-8.';
const NO_EMAIL = 'Não é um endereço de e-mail.';
const NO_SUM = 'Não é um valor em reais.';
const NO_DAY = 'Não é uma data que a loja entenda: use 31/12/2026 ou 2026-12-31.';

function readEmailOf(read: Read): string {
  const email = readEmail(read.text('email'));
  if (email === null) read.blame('email', read.text('email') === '' ? 'Falta o e-mail.' : NO_EMAIL);
  return email ?? '';
}

function readDayOf(read: Read): string | null {
  if (read.text('date') === '') return null;
  const at = readDay(read.text('date'), read.offset);
  if (at === null) read.blame('date', NO_DAY);
  return at?.toISOString() ?? null;
}

function readSumOf(read: Read, field: Field): number | null {
  if (read.text(field) === '') return null;
  const cents = readSum(read.text(field));
  if (cents === null) read.blame(field, NO_SUM);
  return cents;
}

function readOrder({ source, madeAt }: Reader, read: Read, number: string): DraftOrder {
  const state = read.text('state');
  const isPaid = read.has('state') ? readPaid(state) : true;
  if (isPaid === null) read.blame('state', 'A loja não sabe se isto quer dizer pago.');
  if (number === '') read.blame('number', 'Falta o número do pedido.');
  const at = readDayOf(read);
  if (at === null && read.has('date') && read.text('date') === '') read.blame('date', 'Falta a data.');
  const isForeign = !['', 'brl', 'r', 'real'].includes(foldText(read.text('currency')));
  const totalCents = isForeign ? null : readSumOf(read, 'total');
  const discountCents = isForeign ? null : readSumOf(read, 'discount');
  return {
    is: 'order',
    row: read.row,
    rows: 1,
    lastRow: read.row,
    problems: read.problems,
    id: null,
    source,
    number: cutText(number, 100),
    email: readEmailOf(read),
    name: cutText(read.text('name'), 120),
    phone: cutText(read.text('phone'), 40),
    at: at ?? madeAt,
    totalCents: totalCents ?? 0,
    isForeign,
    description: null,
    isPaid: isPaid === true && !isCancelled(read.text('cancelled')),
    record: {
      coupon: cutText(read.text('coupon'), 60) || null,
      discountCents: discountCents ?? 0,
      state: 'paid',
      paidAt: null,
      deliveredAt: null,
      refundedCents: 0,
    },
    items: [],
  };
}

/** Of Tebex one cell has several: `1 x VIP, Espada`. */
function addItems(order: DraftOrder, read: Read, isOwn: boolean): void {
  const isTebex = order.source === 'tebex';
  const named = read.text('product');
  const names = isTebex ? named.split(/\s*[,|]\s*/) : [named];
  const priceCents = order.isForeign ? null : readSumOf(read, 'price');
  for (const name of names) {
    const bare = cutText(isTebex ? name.replace(/^\d+\s*x\s+/i, '') : name, 300);
    const item: DraftItem = { name: bare, sku: readSkinKey(read.text('sku')), priceCents };
    if (bare !== '') order.items.push(item);
    else if (isOwn) read.blame('product', 'Falta o produto.');
  }
  if (read.problems !== order.problems) order.problems.push(...read.problems);
}

function readPerson(read: Read): Draft {
  const name = cutText([read.text('name'), read.text('lastName')].filter(Boolean).join(' '), 120);
  return {
    is: 'person',
    row: read.row,
    rows: 1,
    lastRow: read.row,
    email: readEmailOf(read),
    name,
    phone: cutText(read.text('phone'), 40),
    at: readDayOf(read),
    problems: read.problems,
  };
}

function readProduct(read: Read): Draft {
  const name = cutText(read.text('product'), 200);
  if (name === '') read.blame('product', 'Falta o nome do produto.');
  const priceCents = readSumOf(read, 'price');
  if (!priceCents && read.problems.length === 0) read.blame('price', 'Falta o preço.');
  return {
    is: 'product',
    row: read.row,
    rows: 1,
    lastRow: read.row,
    name,
    sku: readSkinKey(read.text('sku')),
    priceCents: priceCents ?? 0,
    isShown: isShown(read.text('isShown')),
    description: null,
    imageUrl: null,
    problems: read.problems,
  };
}

/** A table without numbers: the same row a second time is the same order. The digest of the whole one stands behind it. */
const numberOf = (cells: readonly string[], header: readonly string[]) =>
  cells[header.length] ?? digestOf(cells);
export const digestOf = (cells: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 32);
