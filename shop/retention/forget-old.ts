import type { OutwardContext } from '#shop/context.ts';
import { RETENTION, type RetentionRule } from './retention.ts';

const DAY_MS = 24 * 3600 * 1000;
/** At once. More, and PostgreSQL would rather read a whole table than look each row up. */
const BATCH = 100;

/**
 * Walks the table of what is kept for a time (ruling 30). May be cut off anywhere and begun again. One rule that fails
 * keeps none of the others from being followed.
 * @throws AggregateError of what failed, once all have had their turn.
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
