import type { Executor, Tx } from '#db/client.server.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { askForMails } from './channels/ask-for-mails.ts';
import { tellDevices } from './channels/tell-devices.ts';
import { tellScreens } from './channels/tell-screens.ts';
import type { Change, ShopEvent } from './shop-event.ts';

/** A channel more is its file and one row here. Each has a table that decides about every event. */
export const CHANNELS = [askForMails, tellDevices, tellScreens];

/**
 * Tells whoever has to hear of it, by every channel, in the transaction of the change: both happen or neither. Several
 * events of one change are told together, because each call costs a statement.
 */
export async function tell(ctx: OutwardContext, tx: Tx, ...events: ShopEvent[]): Promise<void> {
  for (const channel of CHANNELS) await channel(ctx, tx, events);
}

/** For whoever cannot reach out of the shop. */
export async function tellChange(ctx: ShopContext, executor: Executor, ...changes: Change[]): Promise<void> {
  await tellScreens(ctx, executor, changes);
}
