import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { CatalogImportTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ImportProgress } from './import-progress.ts';

/**
 * Each report renews the claim. It is short, so that a shop that was killed during its first start does not wait long
 * at the next one.
 */
const CLAIM_MS = 30_000;

export interface ImportClaim {
  /** Tells staff the progress, and renews the claim. */
  report(progress: Omit<ImportProgress, 'at'>): Promise<void>;
  /**
   * Releases the claim and records how the import ended.
   * @returns false if somebody else holds the claim by now: the caller must discard its import.
   */
  release(executor: Executor, progress: Omit<ImportProgress, 'at'>): Promise<boolean>;
}

/** @returns null while another import runs, in this process or another. */
export async function claimImport(
  ctx: ShopContext,
  progress: Omit<ImportProgress, 'at'>,
): Promise<ImportClaim | null> {
  const me = randomUUID();
  const until = () => new Date(ctx.now().getTime() + CLAIM_MS);
  const claim = {
    claimed_by: me,
    claimed_until: until(),
    progress: stamp(ctx, progress),
  };
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('catalog_import')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet(claim)
        .where((where) =>
          where.or([
            where('catalog_import.claimed_by', 'is', null),
            where('catalog_import.claimed_until', '<', ctx.now()),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return null;

  async function write(executor: Executor, values: Updateable<CatalogImportTable>): Promise<boolean> {
    const { numUpdatedRows } = await executor
      .updateTable('catalog_import')
      .set(values)
      .where('claimed_by', '=', me)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  return {
    async report(state) {
      await write(ctx.db, { progress: stamp(ctx, state), claimed_until: until() });
      await announce(ctx, ctx.db, state);
    },
    async release(executor, state) {
      const held = await write(executor, { progress: stamp(ctx, state), claimed_by: null });
      if (held) await announce(ctx, executor, state);
      return held;
    },
  };
}

function announce(
  ctx: ShopContext,
  executor: Executor,
  { phase, done, total }: Omit<ImportProgress, 'at'>,
): Promise<void> {
  return ctx.publish(executor, {
    topic: 'staff:catalog',
    event: 'catalog-import',
    data: { phase, done, total },
  });
}

function stamp(ctx: ShopContext, progress: Omit<ImportProgress, 'at'>): string {
  return JSON.stringify({ ...progress, at: ctx.now().toISOString() } satisfies ImportProgress);
}
