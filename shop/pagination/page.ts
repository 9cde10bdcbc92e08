import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { readCursor, writeCursor, type Cursor } from './cursor.ts';

/** A page of a list; `nextCursor` null on the last one. */
export interface Page<Entry> {
  entries: Entry[];
  nextCursor: string | null;
}

/** The input of an operation that answers a page: the end of the page before. */
export const cursorInput = z.object({
  cursor: z
    .string()
    .refine((text) => text === '' || readCursor(text) !== null)
    .meta({ examples: [''] })
    .nullable()
    .default(null),
});

/** The output of an operation that answers a page. */
export function pageOf<Entry extends z.ZodType>(entry: Entry) {
  return z.object({ entries: z.array(entry), nextCursor: z.string().nullable() });
}

/** What a list that is ordered by `time` and `id`, newest first, goes on with. Anything that is no cursor begins it. */
export function isAfter(
  cursor: string | null | undefined,
  time = 'created_at',
  id = 'id',
): RawBuilder<boolean> {
  const end = cursor ? readCursor(cursor) : null;
  return end ? sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${end.at}, ${end.id})` : sql<boolean>`true`;
}

/** Of one row more than a page has: the page, and where the next one begins. */
export function cutPage<Row>(rows: Row[], size: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const entries = rows.slice(0, size);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > size && last ? writeCursor(cursorOf(last)) : null };
}
