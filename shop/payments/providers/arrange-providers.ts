import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { lockSettings, readCurrentSettings, writeSettings } from '#shop/settings/write-settings.ts';
import { providerOrder } from './provider-order.ts';

const input = z.object({ name: z.string().max(40) });
const described = {
  who: 'providers',
  input,
  output: nothing,
  refusals: { not_found: 404, last_one: 409 },
} as const;

/** 'Parar este': new sales go elsewhere. Its webhooks, look-ups and refunds go on. */
export const pauseProvider = operation({ ...described, id: 'providers.pause' }, (ctx, asked) =>
  arrange(ctx, asked, ({ order, paused }) => ({ order, paused: [...paused, asked.name] })),
);

export const resumeProvider = operation({ ...described, id: 'providers.resume' }, (ctx, asked) =>
  arrange(ctx, asked, ({ order, paused }) => ({
    order,
    paused: paused.filter((name) => name !== asked.name),
  })),
);

/** One place nearer to the first sale. */
export const raiseProvider = operation({ ...described, id: 'providers.raise' }, (ctx, asked) =>
  arrange(ctx, asked, ({ order, paused }) => {
    const place = order.indexOf(asked.name);
    const rest = order.filter((name) => name !== asked.name);
    return { order: rest.toSpliced(Math.max(0, place - 1), 0, asked.name), paused };
  }),
);

type Arrangement = ShopContext['settings']['pixGateways'];

async function arrange(
  ctx: ShopContext,
  { actorUserId, name }: { actorUserId: string; name: string },
  change: (now: Arrangement) => Arrangement,
) {
  const result = await ctx.transaction(async (tx) => {
    await lockSettings(tx);
    const { pixGateways } = await readCurrentSettings(ctx, tx);
    const order = providerOrder({ ...ctx, settings: { ...ctx.settings, pixGateways } });
    if (!order.includes(name)) return { ok: false, reason: 'not_found' } as const;
    const next = change({ order, paused: pixGateways.paused.filter((each) => order.includes(each)) });
    const paused = [...new Set(next.paused)];
    if (next.order.every((each) => paused.includes(each))) return { ok: false, reason: 'last_one' } as const;
    await writeSettings(ctx, tx, { values: { pixGateways: { ...next, paused } }, actorUserId });
    return { ok: true } as const;
  });
  if (result.ok) await ctx.reloadSettings();
  return result;
}
