import { z } from 'zod';
import type { Executor } from '#db/client.server.ts';
import type { ImportState } from '#db/schema.ts';
import { KINDS, type Kind, type OwnColumns } from './kinds.ts';

export const counts = z.object({
  people: z.number(),
  orders: z.number(),
  owned: z.number(),
  coupons: z.number(),
  products: z.number(),
});
export type Counts = z.output<typeof counts>;

export const noCounts = (): Counts => ({ people: 0, orders: 0, owned: 0, coupons: 0, products: 0 });

/** What a dry run found. */
export const found = z.object({
  /** Without the names of the columns. */
  rows: z.number(),
  understood: z.number(),
  /** How many orders came before, and how many the other shop was never paid for. */
  skipped: z.number(),
  unpaid: z.number(),
  /** Of the orders that would be made, those that were paid in other money. */
  foreign: z.number(),
  /** How many rows it does not understand, and the first of their problems. */
  unclearRows: z.number(),
  unclear: z.array(
    z.object({
      row: z.number(),
      column: z.string().nullable(),
      value: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  unmatched: z.array(z.object({ name: z.string(), count: z.number(), suggestions: z.array(z.string()) })),
  wouldCreate: counts,
});
export type Found = z.output<typeof found>;

export const shownImport = found.extend({
  id: z.string(),
  kind: z.enum(KINDS),
  fileName: z.string(),
  state: z.enum(['checked', 'running', 'done', 'undone', 'failed']),
  madeAt: z.date(),
  /** The names of its columns, and of a table of no shop what a person said of them. */
  header: z.array(z.string()),
  columns: z.record(z.string(), z.string()).nullable(),
  /** Rows that were brought in, of so many. */
  done: z.number(),
  of: z.number(),
  created: counts,
  failure: z.string().nullable(),
});
export type ShownImport = z.output<typeof shownImport>;

/** Those that were looked into, newest first, or the one with this id. */
export async function readImports(executor: Executor, id?: string): Promise<ShownImport[]> {
  const rows = await executor
    .selectFrom('imports')
    .selectAll()
    .where('found', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map((row) => {
    const dryRun = row.found as Found;
    return {
      ...dryRun,
      id: row.id,
      kind: row.kind as Kind,
      fileName: row.file_name,
      state: row.state as Exclude<ImportState, 'reading'>,
      madeAt: row.made_at,
      header: row.header,
      columns: row.columns as OwnColumns,
      done: row.done,
      of: dryRun.rows,
      created: row.created as Counts,
      failure: row.failure,
    };
  });
}

export const readImport = async (executor: Executor, id: string): Promise<ShownImport | null> =>
  (await readImports(executor, id))[0] ?? null;
