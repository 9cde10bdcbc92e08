import type { ChargeStatus } from '#db/schema.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';

/** docs/contract.md names six states. A charge without a code is either still being created or has failed. */
export function publicChargeStatus(status: ChargeStatus): PublicChargeStatus {
  if (status === 'creating') return 'pending';
  if (status === 'failed') return 'cancelled';
  return status;
}
