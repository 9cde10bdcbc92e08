import type { Evidence } from './evidence.ts';
import { judgeDelivery } from './judge-delivery.ts';
import { judgeGifts } from './judge-gifts.ts';
import { judgeKeys } from './judge-keys.ts';
import { judgeMoney } from './judge-money.ts';
import { judgeTestimony } from './judge-testimony.ts';

/** Compares the bank's ledger with the shop's books, the mails and what people were told. Empty: all is well. */
export function judge(evidence: Evidence): string[] {
  return [
    ...judgeMoney(evidence),
    ...judgeDelivery(evidence),
    ...judgeTestimony(evidence),
    ...judgeGifts(evidence),
    ...judgeKeys(evidence),
  ];
}
