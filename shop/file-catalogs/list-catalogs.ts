import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '#db/client.server.ts';
import { operation } from '#shop/operation.ts';
import { showCatalog, shownCatalog, type ShownCatalog } from './shown-catalog.ts';

export const listCatalogs = operation(
  {
    id: 'catalogs.list',
    who: 'catalog',
    input: z.object({}),
    output: z.array(shownCatalog),
    refusals: {},
  },
  async (ctx) => readCatalogs(ctx.db),
);

/** Those of files, or the one with this id. A draft is not read: it may hold 20,000 items. */
export async function readCatalogs(executor: Executor, id?: string): Promise<ShownCatalog[]> {
  const rows = await executor
    .selectFrom('catalogs')
    .select([
      'id',
      'name',
      'group_word',
      'group_words',
      'file_name',
      'group_count',
      'item_count',
      'problems',
      'ignored_columns',
      'tried_at',
      'published_at',
      sql<boolean>`draft is not null`.as('has_draft'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(showCatalog);
}
