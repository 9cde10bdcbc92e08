import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { StoredRow } from './draft.ts';

const AT_ONCE = 500;

/** The rows of an import from this one on, a page at a time. */
export async function* storedRows(
  { db }: Pick<ShopContext, 'db'>,
  importId: string,
  from = 0,
): AsyncGenerator<StoredRow> {
  for (let next = from; ;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row', 'cells'])
      .where('import_id', '=', importId)
      .where('row', '>=', next)
      .orderBy('row')
      .limit(AT_ONCE)
      .execute();
    yield* rows;
    if (rows.length < AT_ONCE) return;
    next = (rows.at(-1)?.row ?? next) + 1;
  }
}

/** Collects rows and writes them so many at a time. */
export function rowWriter({ db }: Pick<ShopContext, 'db'>, importId: string) {
  let waiting: StoredRow[] = [];
  const flush = async () => {
    if (waiting.length === 0) return;
    const part = JSON.stringify(waiting);
    waiting = [];
    await sql`
      insert into import_rows (import_id, row, cells)
      select ${importId}::uuid, part.row, part.cells
      from jsonb_to_recordset(${part}::jsonb) as part (row integer, cells jsonb)`.execute(db);
  };
  return {
    add: async (row: StoredRow) => {
      waiting.push(row);
      if (waiting.length === AT_ONCE) await flush();
    },
    flush,
  };
}
