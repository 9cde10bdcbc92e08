import { z } from 'zod';
import type { Executor } from '#db/client.server.ts';

/** The latest import as staff see it, of any process. */
const importProgress = z.object({
  phase: z.enum(['asking', 'champions', 'finished', 'failed']),
  /** Champions read so far, and their total; both 0 until the total is known. */
  done: z.number(),
  total: z.number(),
  version: z.string().nullable(),
  /** For phase `failed`: the reason, for staff and the log. */
  detail: z.string().nullable(),
  /** ISO time of this state. */
  at: z.string(),
});

export type ImportProgress = z.infer<typeof importProgress>;

/** @returns null before the first import. An import whose process died reads as failed. */
export async function readImportProgress(ctx: { db: Executor; now(): Date }): Promise<ImportProgress | null> {
  const row = await ctx.db
    .selectFrom('catalog_import')
    .select(['claimed_by', 'claimed_until', 'progress'])
    .executeTakeFirst();
  if (!row) return null;
  const progress = importProgress.parse(row.progress);
  const isOver = progress.phase === 'finished' || progress.phase === 'failed';
  if (isOver || (row.claimed_by !== null && row.claimed_until > ctx.now())) return progress;
  return { ...progress, phase: 'failed', detail: 'The process that imported ended half-way.' };
}
