import { z } from 'zod';
import type { Selectable } from 'kysely';
import type { CatalogsTable } from '#db/schema.ts';

const shownProblem = z.object({
  row: z.number().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
});

/** A catalogue of a file as staff read it. */
export const shownCatalog = z.object({
  id: z.string(),
  name: z.string(),
  groupWord: z.string(),
  groupWords: z.string(),
  fileName: z.string(),
  /** Of the file that was tried last. */
  groups: z.number(),
  items: z.number(),
  problems: z.array(shownProblem),
  ignoredColumns: z.array(z.string()),
  triedAt: z.date(),
  publishedAt: z.date().nullable(),
  /** Something waits to be published. */
  isWaiting: z.boolean(),
});

export type ShownCatalog = z.output<typeof shownCatalog>;

export const showCatalog = (
  row: Omit<Selectable<CatalogsTable>, 'draft' | 'tried_by'> & { has_draft: boolean },
): ShownCatalog => ({
  id: row.id,
  name: row.name,
  groupWord: row.group_word,
  groupWords: row.group_words,
  fileName: row.file_name,
  groups: row.group_count,
  items: row.item_count,
  problems: row.problems as ShownCatalog['problems'],
  ignoredColumns: row.ignored_columns as string[],
  triedAt: row.tried_at,
  publishedAt: row.published_at,
  isWaiting: row.has_draft,
});
