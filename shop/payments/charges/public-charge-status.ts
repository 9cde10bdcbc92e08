import type { ChargeStatus } from '#db/schema.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';

/** docs/contract.md names six states; a charge without a code is still on its way or came to nothing. */
export function publicChargeStatus(status: ChargeStatus): PublicChargeStatus {
  if (status === 'creating') return 'pending';
  if (status === 'failed') return 'cancelled';
  return status;
}
