import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { operation } from '#shop/operation.ts';
import { countDays, countStars, countTrust } from './count-trust.ts';
import { signDocument } from './sign.ts';
import { trustDocument, type Trust } from './trust.ts';

/** With fewer orders than these a rate says nothing: the shop says that it is new. */
const ENOUGH_ORDERS = 30;

/** What a stranger may know of the shop, signed. It costs a full count: see `readTrust`. */
async function makeTrust(ctx: ShopContext): Promise<Trust> {
  const [counted, stars] = await Promise.all([countTrust(ctx), countStars(ctx)]);
  const told = {
    since: counted.since?.toISOString() ?? null,
    paid_orders: counted.paid,
    stars: { average: stars.average === null ? null : round(stars.average, 2), count: stars.count },
    generated_at: ctx.now().toISOString(),
  };
  const { sealingKey } = ctx.settings;
  if (counted.paid < ENOUGH_ORDERS) return signDocument(sealingKey, { new_shop: true as const, ...told });
  const days = await countDays(ctx);
  return signDocument(sealingKey, {
    ...told,
    on_time: share(counted.onTime, counted.decided),
    minutes_p50: roundOrNull(counted.minutesP50),
    minutes_p95: roundOrNull(counted.minutesP95),
    refunded: share(counted.refunded, counted.paid) ?? 0,
    disputes_lost: share(counted.disputesLost, counted.paid) ?? 0,
    by_day: days.map(({ day, orders, onTime, decided }) => ({
      day,
      orders,
      decided,
      on_time: share(onTime, decided),
    })),
  });
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
const roundOrNull = (minutes: number | null) => (minutes === null ? null : round(minutes, 1));
const share = (part: number, whole: number) => (whole === 0 ? null : round(part / whole, 4));

/**
 * Anybody may ask as often as they like: a count is kept twenty times as long as it took, so that all askers together
 * cost a process a twentieth of its time, and a small shop hears of a sale at once.
 */
export async function readTrust(ctx: ShopContext): Promise<Trust> {
  const known = ctx.memory.trust;
  const startedAt = ctx.now().getTime();
  if (known && startedAt < known.until) return known.trust;
  const trust = makeTrust(fromStandby(ctx));
  // While it counts, everybody waits for the same count.
  ctx.memory.trust = { trust, until: Infinity };
  try {
    const counted = await trust;
    const endedAt = ctx.now().getTime();
    ctx.memory.trust = { trust, until: endedAt + 20 * (endedAt - startedAt) };
    return counted;
  } catch (error) {
    ctx.memory.trust = null;
    throw error;
  }
}

export const showTrust = operation(
  { id: 'trust.show', who: 'anyone', input: z.object({}), output: trustDocument, refusals: {} },
  (ctx) => readTrust(ctx),
);
