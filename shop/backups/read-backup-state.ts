import type { ShopContext } from '#shop/context.ts';

/** A daily one is late after this time: it is made at an hour of the clock and takes a while. */
const LATE_AFTER_MS = 26 * 3_600_000;

export interface BackupState {
  /** When the last whole one ended. */
  lastAt: Date | null;
  /** What staff have to know. null: all is well, or no daily backup is wanted. */
  trouble: { since: Date; failure: string } | null;
}

export async function readBackupState(ctx: ShopContext): Promise<BackupState> {
  const newest = ctx.db.selectFrom('backups').orderBy('id', 'desc').limit(1);
  const last = await newest.select(['id', 'ended_at']).where('failure', 'is', null).executeTakeFirst();
  const lastAt = last?.ended_at ?? null;
  const failed = await newest
    .select(['failure'])
    .where('id', '>', last?.id ?? 0)
    .executeTakeFirst();
  if (failed) {
    const first = await ctx.db
      .selectFrom('backups')
      .select('ended_at')
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    return { lastAt, trouble: { since: first.ended_at, failure: failed.failure ?? '' } };
  }
  if (!ctx.settings.isBackedUpDaily) return { lastAt, trouble: null };
  const lateAt = new Date((lastAt ?? (await readBeginning(ctx))).getTime() + LATE_AFTER_MS);
  const failure = lastAt ? 'O último backup inteiro tem mais de um dia.' : 'Ainda não há backup inteiro.';
  return { lastAt, trouble: lateAt <= ctx.now() ? { since: lateAt, failure } : null };
}

/** A shop begins with its first account. */
async function readBeginning(ctx: ShopContext): Promise<Date> {
  const first = ctx.db.selectFrom('users').select('created_at').orderBy('created_at').limit(1);
  return (await first.executeTakeFirst())?.created_at ?? ctx.now();
}
