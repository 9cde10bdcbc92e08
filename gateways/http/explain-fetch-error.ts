import { GatewayError } from '#shop/payments/gateway.ts';

/** The request never left: nothing was listening, found or trusted at the other end. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * What a `fetch` that threw means for the charge: one reading for every adapter.
 * `repeatable`: the same call may be made again when nobody knows whether the first was carried out.
 */
export function explainFetchError(
  call: { gateway: string; where: string; repeatable: boolean },
  error: unknown,
): GatewayError {
  const { gateway, where, repeatable } = call;
  if (error instanceof Error && error.name === 'TimeoutError') {
    const message = `${where}: no answer in time`;
    return new GatewayError(gateway, message, { retryable: repeatable, outcome: 'unknown', cause: error });
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const named = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const code = named || (cause instanceof Error ? cause.message : 'unknown');
  return NEVER_SENT.has(code)
    ? new GatewayError(gateway, `${where}: cannot connect (${code})`, {
        retryable: true,
        outcome: 'not_applied',
        cause: error,
      })
    : new GatewayError(gateway, `${where}: the connection failed (${code})`, {
        retryable: repeatable,
        outcome: 'unknown',
        cause: error,
      });
}
