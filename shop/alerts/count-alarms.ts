import type { ShopContext } from '#shop/context.ts';
import { ALARM_KINDS, type AlarmKind } from './refresh-alarms.ts';

/** What staff are told of now, every kind of it, for `/metrics`. The job `send-alerts` compares it with the shop. */
export async function countAlarms(
  ctx: ShopContext,
): Promise<{ kind: AlarmKind; count: number; oldest: Date | null }[]> {
  const rows = await ctx.db
    .selectFrom('alarms')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('since').as('oldest')])
    .groupBy('kind')
    .execute();
  return ALARM_KINDS.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return { kind, count: Number(row?.count ?? 0), oldest: row?.oldest ?? null };
  });
}
