import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '#db/client.server.ts';
import { toReais } from '#shop/text/reais.ts';
import { OWN_LISTS, OWN_VERSION, type ownCoupon } from '../own-format.ts';
import { CUSTOMER_COLUMNS, FILE_COLUMNS, ORDER_COLUMNS, orderLines, PRODUCT_COLUMNS } from './columns.ts';
import { orderPages, ownedOf } from './read-orders.ts';
import { readPeople } from './read-people.ts';
import { readProducts } from './read-products.ts';

/** A piece of one of the files, which are written side by side. */
export interface ExportPiece {
  file: 'products.csv' | 'customers.csv' | 'orders.csv' | 'files.csv' | 'fulgor.json';
  text: string;
}

export interface Exported {
  people: number;
  orders: number;
  owned: number;
  coupons: number;
  products: number;
  files: number;
}

type Cells = Record<string, string | number | null>;

/**
 * Everything that leaves, page by page: tables in Shopify's columns, and one JSON that this shop reads back. No password,
 * session, key or tax id is read for it.
 */
export async function* exportShop(db: Executor): AsyncGenerator<ExportPiece, Exported> {
  const counted: Exported = { people: 0, orders: 0, owned: 0, coupons: 0, products: 0, files: 0 };
  const json = (text: string): ExportPiece => ({ file: 'fulgor.json', text });
  const lists = createLists();
  yield { file: 'customers.csv', text: header(CUSTOMER_COLUMNS) };
  yield json(`{"fulgor":${OWN_VERSION},\n${lists.begin('people')}`);
  for await (const people of readPeople(db)) {
    counted.people += people.length;
    yield {
      file: 'customers.csv',
      text: table(
        CUSTOMER_COLUMNS,
        people.map(({ cells }) => cells),
      ),
    };
    yield json(lists.add(people.map(({ record }) => record)));
  }
  yield { file: 'orders.csv', text: header(ORDER_COLUMNS) };
  yield json(lists.begin('orders'));
  for await (const orders of orderPages(db)) {
    counted.orders += orders.length;
    yield { file: 'orders.csv', text: table(ORDER_COLUMNS, orders.flatMap(orderLines)) };
    yield json(lists.add(orders));
  }
  yield json(lists.begin('owned'));
  for await (const owned of ownedOf(db)) {
    counted.owned += owned.length;
    yield json(lists.add(owned));
  }
  const coupons = await readCoupons(db);
  counted.coupons = coupons.length;
  yield json(lists.begin('coupons') + lists.add(coupons));
  const products = await readProducts(db);
  counted.products = products.length;
  yield { file: 'products.csv', text: header(PRODUCT_COLUMNS) };
  yield {
    file: 'products.csv',
    text: table(
      PRODUCT_COLUMNS,
      products.map(({ cells }) => cells),
    ),
  };
  yield json(`${lists.begin('products')}${lists.add(products.map(({ record }) => record))}\n]}\n`);
  const files = await readFiles(db);
  counted.files = files.length;
  yield { file: 'files.csv', text: header(FILE_COLUMNS) + table(FILE_COLUMNS, files) };
  return counted;
}

/** The lists of the JSON, a record on each line. */
function createLists() {
  let isFirstList = true;
  let isFirst = true;
  return {
    begin(list: (typeof OWN_LISTS)[number]): string {
      const text = `${isFirstList ? '' : '\n],\n'}"${list}":[`;
      isFirstList = false;
      isFirst = true;
      return text;
    },
    add(records: readonly object[]): string {
      if (records.length === 0) return '';
      const text = records.map((record) => JSON.stringify(record)).join(',\n');
      const before = isFirst ? '\n' : ',\n';
      isFirst = false;
      return before + text;
    },
  };
}

/** As Shopify writes tables. Text that a program of tables would take for a formula begins with an apostrophe. */
const table = (columns: readonly string[], rows: readonly Cells[]) =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { record_delimiter: 'windows', escape_formulas: true },
  );
const header = (columns: readonly string[]) => stringify([[...columns]], { record_delimiter: 'windows' });

/** With each term: one that stays behind would be one that nobody has to keep. */
async function readCoupons(db: Executor): Promise<Record<keyof z.input<typeof ownCoupon>, unknown>[]> {
  const rows = await db
    .selectFrom('coupons')
    .selectAll()
    .orderBy(sql`code collate "C"`)
    .execute();
  return rows.map((row) => ({
    code: row.code,
    percent: row.percent,
    amount: row.amount_cents === null ? null : toReais(row.amount_cents),
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    max_uses: row.max_uses,
    max_per_person: row.max_per_person,
    min_total: row.min_total_cents === null ? null : toReais(row.min_total_cents),
    champion_id: row.champion_id,
    creator: row.creator,
    active: row.active,
    created_at: row.created_at,
  }));
}

async function readFiles(db: Executor): Promise<Cells[]> {
  const rows = await db
    .selectFrom('skin_files as file')
    .leftJoin('files as kept', 'kept.id', 'file.file_id')
    .select([
      'file.sku',
      'file.link',
      'file.version',
      'file.updated_at',
      'kept.name',
      'kept.size',
      'kept.sha256',
    ])
    .orderBy(sql`file.sku collate "C"`)
    .execute();
  return rows.map((row) => ({
    SKU: row.sku,
    Name: row.name,
    Size: row.size,
    'SHA-256': row.sha256,
    Link: row.link,
    Version: row.version,
    'Updated at': row.updated_at.toISOString(),
  }));
}
