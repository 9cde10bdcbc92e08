import type { OutwardContext } from '#shop/context.ts';
import { RETENTION, type RetentionRule } from './retention.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The size of a batch. For a larger one PostgreSQL prefers to read the whole table. */
const BATCH = 100;

/**
 * Applies every row of the retention table. It may stop at any moment and start again. A rule that fails
 * does not stop the others.
 * @throws AggregateError with all failures, after every rule had its turn.
 */
export async function forgetOld(
  ctx: OutwardContext,
  rules: Record<string, RetentionRule> = RETENTION,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [rule, { days, forget }] of Object.entries(rules)) {
    if (!forget) continue;
    const before = new Date(ctx.now().getTime() - days * DAY_MS);
    let total = 0;
    try {
      for (let done = BATCH; done === BATCH; total += done) done = await forget(ctx, before, BATCH);
    } catch (error) {
      ctx.log.error('retention.failed', { rule, error });
      failures.push(error);
    }
    if (total > 0) ctx.log.info('retention.forgotten', { rule, total });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some of what is too old is still there.');
}
