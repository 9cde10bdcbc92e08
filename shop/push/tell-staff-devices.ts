import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import type { OutwardContext } from '#shop/context.ts';
import { enqueuePush } from '#shop/events/channels/tell-devices.ts';

/** As for the other channels of the team. */
const PAUSE_SECONDS = 60;

/**
 * Tells the devices that members of the staff have switched on what is new, with everything that is still so. Who is no
 * member any more is told nothing. The messages are asked for in the transaction that writes down how far this channel
 * is, so no crash loses one or makes two.
 */
export async function tellStaffDevices(ctx: OutwardContext): Promise<void> {
  const devices = await ctx.db
    .selectFrom('push_subscriptions')
    .innerJoin('user_roles', 'user_roles.user_id', 'push_subscriptions.user_id')
    .select('push_subscriptions.id')
    .where('push_subscriptions.for_staff', '=', true)
    .execute();
  if (devices.length === 0) return;
  const alarm = await refreshAlarms(ctx);
  await ctx.transaction(async (tx) => {
    const claimed = await tx
      .updateTable('alert_channels')
      .set({ told_alarm: alarm, next_at: new Date(ctx.now().getTime() + PAUSE_SECONDS * 1000) })
      .where('channel', '=', 'push')
      .where('told_alarm', '<', alarm)
      .where('next_at', '<=', ctx.now())
      .returning('channel')
      .executeTakeFirst();
    if (!claimed) return;
    for (const { id } of devices) await enqueuePush(ctx, tx, id, { kind: 'staff', alarm });
  });
}
