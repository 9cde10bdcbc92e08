import type { ChargeReference } from '#shop/payments/gateway.ts';

const TXID = /^[a-zA-Z0-9]{26,35}$/;
const HEX_UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Our uuid without hyphens: 32 of the 26 to 35 characters that a txid may have. */
export function toTxid(chargeId: string): string {
  return chargeId.replaceAll('-', '').toLowerCase();
}

/** Null for what cannot be a txid, and so cannot exist there: the only door into the request's path. */
export function txidOf(charge: ChargeReference): string | null {
  const txid = charge.gatewayChargeId ?? toTxid(charge.chargeId);
  return TXID.test(txid) ? txid : null;
}

/** Our own charge id, if the txid is one of ours and not another system's on the same Pix key. */
export function chargeIdOf(txid: string): string | null {
  const parts = HEX_UUID.exec(txid.toLowerCase());
  return parts ? parts.slice(1).join('-') : null;
}
