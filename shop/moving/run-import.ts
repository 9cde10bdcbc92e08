import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { inParts } from './check-import.ts';
import type { Draft } from './draft.ts';
import type { Kind, OwnColumns } from './kinds.ts';
import { createMatcher, readDecisions } from './match-names.ts';
import { readDrafts } from './read-drafts.ts';
import { readImport, shownImport, type Counts, type Found } from './shown-import.ts';
import { storedRows } from './stored-rows.ts';
import { writeDrafts } from './write-drafts.ts';

/** Begins to bring in what was looked into; a job does it (`run-imports`). */
export const runImport = operation(
  {
    id: 'imports.run',
    who: 'moving',
    input: z.object({ importId: id() }),
    output: shownImport,
    /** `no_columns`: nobody said which column is the e-mail and which the product. `forgotten`: its rows are gone. */
    refusals: { not_found: 404, no_columns: 422, undone: 409, forgotten: 409 },
  },
  async (ctx, { actorUserId, importId }) => {
    const refused = await ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('imports')
        .select(['kind', 'columns', 'state', 'found'])
        .where('id', '=', importId)
        .where('found', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return 'not_found' as const;
      if (row.state === 'undone') return 'undone' as const;
      const { email, product } = (row.columns ?? {}) as OwnColumns;
      if (row.kind === 'columns' && (!email || !product)) return 'no_columns' as const;
      // Whoever asks twice finds done what they wanted.
      if (row.state !== 'checked' && row.state !== 'failed') return null;
      const { rows } = await sql<{ left: number }>`
        select count(*)::integer as left from import_rows where import_id = ${importId}`.execute(tx);
      if ((rows[0]?.left ?? 0) < (row.found as Found).rows) return 'forgotten' as const;
      await tx
        .updateTable('imports')
        .set({ state: 'running', failure: null })
        .where('id', '=', importId)
        .execute();
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'import.started',
        subject: { type: 'import', id: importId },
      });
      return null;
    });
    if (refused) return { ok: false, reason: refused };
    return (await readImport(ctx.db, importId)) ?? { ok: false, reason: 'not_found' };
  },
);

/** Brings in what was begun, part by part: each part is there whole or not at all, and the next one is known. */
export async function runImports(ctx: ShopContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const next = await ctx.db
      .selectFrom('imports')
      .select('id')
      .where('state', '=', 'running')
      .orderBy('made_at')
      .limit(1)
      .executeTakeFirst();
    if (!next || signal?.aborted) return;
    try {
      await bringIn(ctx, next.id, signal);
    } catch (error) {
      ctx.log.error('imports.failed', { importId: next.id, error });
      await ctx.db
        .updateTable('imports')
        .set({
          state: 'failed',
          failure: 'A loja parou nesta parte. O que já entrou ficou; tente continuar.',
        })
        .where('id', '=', next.id)
        .where('state', '=', 'running')
        .execute();
    }
  }
}

async function bringIn(ctx: ShopContext, importId: string, signal?: AbortSignal): Promise<void> {
  const file = await ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const readAs = {
    kind: file.kind as Kind,
    header: file.header,
    columns: file.columns as OwnColumns | null,
    madeAt: file.made_at,
  };
  const match = createMatcher(ctx.catalog.current(), await readDecisions(ctx.db));
  let from = file.next_row;
  for await (const drafts of inParts(readDrafts(readAs, storedRows(ctx, importId, from)))) {
    if (signal?.aborted) return;
    const next = lastRowOf(drafts) + 1;
    const isMine = await ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('imports')
        .select(['state', 'next_row', 'created'])
        .where('id', '=', importId)
        .forUpdate()
        .executeTakeFirst();
      // Another process was faster, or it was taken back.
      if (row?.state !== 'running' || row.next_row !== from) return false;
      const made = await writeDrafts(ctx, tx, importId, drafts, match);
      await tx
        .updateTable('imports')
        .set({
          next_row: next,
          done: sql`done + ${drafts.reduce((sum, { rows }) => sum + rows, 0)}::integer`,
          created: JSON.stringify(addCounts(row.created as Counts, made)),
        })
        .where('id', '=', importId)
        .execute();
      return true;
    });
    if (!isMine) return;
    from = next;
  }
  await ctx.transaction(async (tx) => {
    await tx
      .updateTable('imports')
      .set({ state: 'done' })
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .execute();
    // The file has done its work, and names people.
    await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
  });
  await ctx.catalog.reload();
}

/** An order's rows stand below each other, perhaps with empty ones between them: the next draft begins after the last one. */
const lastRowOf = (drafts: readonly Draft[]) => Math.max(...drafts.map(({ lastRow }) => lastRow));

const addCounts = (one: Counts, other: Counts): Counts => ({
  people: one.people + other.people,
  orders: one.orders + other.orders,
  owned: one.owned + other.owned,
  coupons: one.coupons + other.coupons,
  products: one.products + other.products,
});
