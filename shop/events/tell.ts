import type { Executor, Tx } from '#db/client.server.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { askForMails } from './channels/ask-for-mails.ts';
import { tellDevices } from './channels/tell-devices.ts';
import { tellPrograms } from './channels/tell-programs.ts';
import { tellScreens } from './channels/tell-screens.ts';
import { readListeners } from './read-listeners.ts';
import type { Change, Fact, ShopEvent } from './shop-event.ts';

/** A channel more is its file and one row here. Each has a table that decides about every event. */
export const CHANNELS = [askForMails, tellDevices, tellScreens, tellPrograms];

/**
 * Tells whoever has to hear of it, by every channel, in the transaction of the change: both happen or neither. Several
 * events of one change are told together, because each call costs a statement.
 */
export async function tell(ctx: OutwardContext, tx: Tx, ...events: ShopEvent[]): Promise<void> {
  const listeners = readListeners(tx, events);
  for (const channel of CHANNELS) await channel(ctx, tx, events, listeners);
}

/** For whoever cannot reach out of the shop. What programs hear lies in a table until a job sends it. */
export async function tellChange(
  ctx: ShopContext,
  executor: Executor,
  ...changes: (Change | Fact)[]
): Promise<void> {
  await tellScreens(ctx, executor, changes);
  await tellPrograms(ctx, executor, changes, readListeners(executor, changes));
}
