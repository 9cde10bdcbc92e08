import { fetch, type Dispatcher, type RequestInit } from 'undici';
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
  'UNABLE_TO_GET_ISSUER_CERT',
]);

export interface RequestPlan {
  /** For errors: method and path pattern. The path itself may hold a tax id (`/webhook/{chave}`). */
  label: string;
  url: URL;
  init: RequestInit;
  dispatcher: Dispatcher;
  timeoutMs: number;
  /** What it means when nobody knows whether the request was carried out. */
  lost: { retryable: boolean; outcome: 'not_applied' | 'unknown' };
}

export interface RawAnswer {
  status: number;
  text: string;
}

/** One request over the mutual-TLS connection. Whatever keeps it from a complete answer is a `GatewayError`. */
export async function sendRequest(plan: RequestPlan): Promise<RawAnswer> {
  try {
    const response = await fetch(plan.url, {
      ...plan.init,
      dispatcher: plan.dispatcher,
      // A redirect would carry the token and the customer's data to an address nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(plan.timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      const message = `${plan.label}: no answer within ${plan.timeoutMs} ms`;
      throw new GatewayError('bacen', message, { ...plan.lost, cause: error });
    }
    const code = causeCode(error);
    if (!NEVER_SENT.has(code) && !/^ERR_(?:SSL|TLS)_/.test(code)) {
      const message = `${plan.label}: the connection failed (${code})`;
      throw new GatewayError('bacen', message, { ...plan.lost, cause: error });
    }
    // A refused client certificate arrives as a TLS alert, before the bank reads any request.
    const cure = /^ERR_(?:SSL|TLS)_/.test(code) ? '; check BACEN_PIX_CERT, _KEY and _CA' : '';
    throw new GatewayError('bacen', `${plan.label}: cannot connect (${code})${cure}`, {
      retryable: true,
      outcome: 'not_applied',
      cause: error,
    });
  }
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : 'unknown';
}
