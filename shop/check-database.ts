import { sql } from 'kysely';
import type { ShopContext } from './context.ts';

/** Short, because the caller has waited for a silent database once already. */
const PATIENCE_MS = 2_000;

export async function checkDatabase(ctx: ShopContext): Promise<boolean> {
  const silence = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => silence.resolve(false), PATIENCE_MS);
  try {
    const answer = sql`select 1`.execute(ctx.db).then(
      () => true,
      () => false,
    );
    return await Promise.race([answer, silence.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
