import { randomUUID } from 'node:crypto';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { foldText } from '#shop/catalog/search/fold-text.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { checkImport } from './check-import.ts';
import {
  FILE_KINDS,
  KINDS,
  OWN_FIELDS,
  placesOf,
  placesOfOwn,
  recognizeKind,
  type Kind,
  type OwnColumns,
} from './kinds.ts';
import { OWN_LISTS, OWN_VERSION } from './own-format.ts';
import { digestOf } from './read-drafts.ts';
import { readTable, UnreadableFile } from './read-table.ts';
import { readImport, type ShownImport } from './shown-import.ts';
import { rowWriter } from './stored-rows.ts';

export const MOST_IMPORT_MB = 200;
const MOST_BYTES = MOST_IMPORT_MB * 1024 * 1024;
/** A whole export is read at once. */
const MOST_OWN_BYTES = 128 * 1024 * 1024;
const MOST_COLUMNS = 300;
const MOST_ROWS = 1_000_000;

export type ReceiveResult =
  | { ok: true; import: ShownImport }
  | { ok: false; reason: 'too_large' | 'broken_off' | 'bad_columns' | 'kind_after_file' }
  | { ok: false; reason: UnreadableFile['reason']; row: number | null }
  /** No shop that we know makes files with these columns. */
  | { ok: false; reason: 'unknown_kind'; header: string[] };

class TooLarge extends Error {}

/**
 * Takes a file in row by row and says what it would bring. Nothing of it stays where it cannot be read, breaks off or is
 * too large. `said`: the fields of the form, complete once the file has come.
 */
export async function receiveFile(
  ctx: ShopContext,
  request: {
    actorUserId: string;
    name: string;
    content: AsyncIterable<Uint8Array>;
    said: ReadonlyMap<string, string>;
  },
): Promise<ReceiveResult> {
  const id = randomUUID();
  await ctx.db
    .insertInto('imports')
    .values({
      id,
      kind: 'columns',
      file_name: request.name.replaceAll(/^.*[/\\]/g, '').slice(-200) || 'arquivo',
      header: '[]',
      columns: null,
      state: 'reading',
      created: JSON.stringify({ people: 0, orders: 0, owned: 0, coupons: 0, products: 0 }),
      made_at: ctx.now(),
      made_by: request.actorUserId,
    })
    .execute();
  const refused = await takeIn(ctx, id, request);
  if (refused) {
    await ctx.db.deleteFrom('imports').where('id', '=', id).execute();
    return refused;
  }
  await checkImport(ctx, id);
  await ctx.transaction((tx) =>
    recordAudit(ctx, tx, {
      actorUserId: request.actorUserId,
      action: 'import.tried',
      subject: { type: 'import', id },
    }),
  );
  const shown = await readImport(ctx.db, id);
  if (!shown) throw new Error(`Import ${id} is gone`);
  return { ok: true, import: shown };
}

type Refusal = Extract<ReceiveResult, { ok: false }>;

/** Writes the rows and what the file is. */
async function takeIn(
  ctx: ShopContext,
  id: string,
  { content, said }: { content: AsyncIterable<Uint8Array>; said: ReadonlyMap<string, string> },
): Promise<Refusal | null> {
  try {
    const { isOwn, bytes } = await peek(content);
    const taken = isOwn ? await takeOwn(ctx, id, bytes) : await takeTable(ctx, id, bytes, said);
    const kind = wantedKind(said) ?? taken.kind;
    // The rows hold what the kind reads that was known when they came.
    if (!isOwn && taken.kind !== null && kind !== taken.kind) return { ok: false, reason: 'kind_after_file' };
    if (kind === null || !fits(kind, taken.header, isOwn))
      return { ok: false, reason: 'unknown_kind', header: taken.header };
    const columns = kind === 'columns' ? await chooseColumns(ctx, taken.header, said.get('columns')) : null;
    if (columns === 'bad') return { ok: false, reason: 'bad_columns' };
    await ctx.db
      .updateTable('imports')
      .set({ kind, header: JSON.stringify(taken.header), columns: columns && JSON.stringify(columns) })
      .where('id', '=', id)
      .execute();
    return null;
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, reason: 'too_large' };
    if (error instanceof UnreadableFile) return { ok: false, reason: error.reason, row: error.row };
    if (error instanceof BrokenOff) return { ok: false, reason: 'broken_off' };
    throw error;
  }
}

class BrokenOff extends Error {}

function fits(kind: Kind, header: readonly string[], isOwn: boolean): boolean {
  if (kind === 'fulgor' || isOwn) return kind === 'fulgor' && isOwn;
  if (kind === 'columns') return true;
  const places = placesOf(FILE_KINDS[kind], header);
  return FILE_KINDS[kind].needs.every((field) => places[field] !== undefined);
}

/** Whether it begins like JSON, and all of it. */
async function peek(
  content: AsyncIterable<Uint8Array>,
): Promise<{ isOwn: boolean; bytes: AsyncIterable<Uint8Array> }> {
  const chunks = limited(content);
  const first = await chunks.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  }
  const start = first.done ? '' : first.value.subarray(0, 200).toString('latin1');
  return { isOwn: /^(?:\xef\xbb\xbf)?\s*\{/.test(start), bytes: all() };
}

async function* limited(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw new TooLarge();
      // The memory of a chunk is used again after this turn.
      yield Buffer.from(chunk);
    }
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    throw new BrokenOff();
  }
}

async function takeTable(
  ctx: ShopContext,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
  said: ReadonlyMap<string, string>,
): Promise<{ kind: Kind | null; header: string[] }> {
  const writer = rowWriter(ctx, id);
  let header: string[] | null = null;
  let kind: Kind | null = null;
  let isRead: ((place: number) => boolean) | null = null;
  let isOwn = false;
  let rows = 0;
  for await (const { row, cells } of readTable(bytes)) {
    if (!header) {
      header = cells.slice(0, MOST_COLUMNS).map((cell, place) => cell.trim() || `Coluna ${place + 1}`);
      kind = wantedKind(said) ?? recognizeKind(header);
      // Tax ids and addresses of the other shop never come in.
      if (kind !== null && kind !== 'columns' && kind !== 'fulgor') {
        const places = new Set(Object.values(placesOf(FILE_KINDS[kind], header)));
        isRead = (place) => places.has(place);
      } else {
        const chosen = await chooseColumns(ctx, header, said.get('columns'));
        const read = new Set(Object.values(placesOfOwn(chosen === 'bad' ? {} : (chosen ?? {}), header)));
        const isPrivate = header.map((name) => PRIVATE.test(foldText(name)));
        isRead = (place) => read.has(place) || !isPrivate[place];
        isOwn = true;
      }
      continue;
    }
    rows += 1;
    if (rows > MOST_ROWS) throw new TooLarge();
    const whole = cells.slice(0, header.length);
    const kept = whole.map((cell, place) => (isRead?.(place) === false ? '' : clean(cell)));
    // By all of its cells, whichever are kept or chosen: it is the number of its order.
    if (isOwn) kept[header.length] = digestOf(whole.map(clean));
    await writer.add({ row, cells: kept });
  }
  if (!header) throw new UnreadableFile('empty');
  await writer.flush();
  return { kind, header };
}

/** Columns of a table of no shop that come in only where a person chose them. */
const PRIVATE = /cpf|cnpj|^rg$|endereco|^cep|documento|telefone|celular|whatsapp/;

/** The database refuses NUL and halves of an emoji. */
const clean = (cell: string) => cutText(cell.replaceAll('\u0000', '').toWellFormed(), 2000);

/** The lists of this shop's own export, what is owned beside the order that it was bought with. */
async function takeOwn(
  ctx: ShopContext,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ kind: Kind; header: string[] }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MOST_OWN_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  const lists = parseOwn(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  const owned = Map.groupBy(lists.owned, (one) => (one as { order_id?: unknown } | null)?.order_id);
  const writer = rowWriter(ctx, id);
  let row = 0;
  for (const list of OWN_LISTS) {
    if (list === 'owned') continue;
    for (const record of lists[list]) {
      row += 1;
      const order = record as { id?: unknown } | null;
      const whole = list === 'orders' && order ? { ...order, owned: owned.get(order.id) ?? [] } : record;
      await writer.add({ row, cells: [list, whole] });
    }
  }
  await writer.flush();
  return { kind: 'fulgor', header: [] };
}

function parseOwn(text: string): Record<(typeof OWN_LISTS)[number], unknown[]> {
  try {
    const read = JSON.parse(text.replaceAll('\\u0000', '')) as Record<string, unknown>;
    const isOwn = read.fulgor === OWN_VERSION && OWN_LISTS.every((list) => Array.isArray(read[list]));
    if (isOwn) return read as Record<(typeof OWN_LISTS)[number], unknown[]>;
  } catch {
    // Not even JSON.
  }
  throw new UnreadableFile('no_export');
}

const wantedKind = (said: ReadonlyMap<string, string>): Kind | null =>
  KINDS.find((kind) => kind === said.get('kind')) ?? null;

/** What a person said now, or the last time that such a table came. */
async function chooseColumns(
  ctx: ShopContext,
  header: string[],
  typed: string | undefined,
): Promise<OwnColumns | null | 'bad'> {
  if (typed) {
    const read = readColumns(typed, header);
    return read ?? 'bad';
  }
  const kept = await ctx.db
    .selectFrom('import_columns')
    .select('columns')
    .where('header', '=', headerKey(header))
    .executeTakeFirst();
  return kept?.columns ?? null;
}

export const headerKey = (header: readonly string[]) => header.map(foldText).join(' ').slice(0, 2000);

function readColumns(typed: string, header: readonly string[]): OwnColumns | null {
  try {
    const read: unknown = JSON.parse(typed);
    return typeof read === 'object' && read !== null ? checkColumns(read, header) : null;
  } catch {
    return null;
  }
}

/** null: one of them is no field of ours, or no column of theirs. */
export function checkColumns(read: object, header: readonly string[]): OwnColumns | null {
  const entries = Object.entries(read).filter(([, column]) => column !== null && column !== '');
  const isRight = entries.every(
    ([field, column]) => OWN_FIELDS.some((own) => own === field) && header.includes(column as string),
  );
  return isRight ? (Object.fromEntries(entries) as OwnColumns) : null;
}
