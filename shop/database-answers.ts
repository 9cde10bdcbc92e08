import { sql } from 'kysely';
import type { ShopContext } from './context.ts';

export async function databaseAnswers(ctx: ShopContext): Promise<boolean> {
  return sql`select 1`.execute(ctx.db).then(
    () => true,
    () => false,
  );
}
