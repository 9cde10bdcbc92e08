import { expect, test } from 'vitest';
import type { ChargeStatus } from '#db/schema.ts';
import { publicChargeStatus } from './public-charge-status.ts';

test('a charge without a code shows as on its way or as ended, every other as it is', () => {
  const shown: Record<ChargeStatus, string> = {
    creating: 'pending',
    pending: 'pending',
    paid: 'paid',
    held: 'held',
    expired: 'expired',
    cancelled: 'cancelled',
    refunded: 'refunded',
    failed: 'cancelled',
  };
  const statuses = Object.keys(shown) as ChargeStatus[];
  expect(Object.fromEntries(statuses.map((status) => [status, publicChargeStatus(status)]))).toEqual(shown);
});
