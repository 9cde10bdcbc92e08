import { createHmac } from 'node:crypto';

export interface SignOptions {
  requestId?: string | null;
  /** As written in the header: seconds or milliseconds. */
  ts?: string;
  /** The pages sign a lower-case id, the SDKs the id as it is. */
  lowerCase?: boolean;
}

/** `x-signature` and `x-request-id` of a delivery about `dataId`; null leaves a part out, as the pages say. */
export function signMercadoPago(
  secret: string,
  dataId: string | null,
  {
    requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e',
    ts = '1742505638683',
    lowerCase = false,
  }: SignOptions = {},
): Record<string, string> {
  const manifest = [
    ...(dataId === null ? [] : [`id:${lowerCase ? dataId.toLowerCase() : dataId};`]),
    ...(requestId === null ? [] : [`request-id:${requestId};`]),
    `ts:${ts};`,
  ].join('');
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
  return { 'x-signature': `ts=${ts},v1=${v1}`, ...(requestId !== null && { 'x-request-id': requestId }) };
}

/** The body of an order's notice. Nothing in it is signed. */
export function mercadoPagoBody(
  order: { id: string; external_reference: string },
  {
    action = 'order.processed',
    id,
    liveMode = true,
  }: { action?: string; id?: string; liveMode?: boolean } = {},
) {
  return {
    action,
    api_version: 'v1',
    type: 'order',
    live_mode: liveMode,
    ...(id && { id }),
    data: { id: order.id, external_reference: order.external_reference, type: 'online' },
  };
}
