import { fetch, type Dispatcher, type RequestInit } from 'undici';
import { explainFetchError, GatewayError } from '#shop/payments/gateway.ts';

export interface RequestPlan {
  /** For errors: method and path pattern. The path itself may hold a tax id (`/webhook/{chave}`). */
  label: string;
  url: URL;
  init: RequestInit;
  dispatcher: Dispatcher;
  timeoutMs: number;
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
    const failure = explainFetchError({ gateway: 'bacen', where: plan.label, repeatable: true }, error);
    const [alert] = /\bERR_(?:SSL|TLS)_\w+/.exec(failure.message) ?? [];
    if (!alert) throw failure;
    // A refused client certificate arrives as a TLS alert, before the bank reads any request.
    const message = `${plan.label}: no mutual TLS (${alert}); check BACEN_PIX_CERT, _KEY and _CA`;
    throw new GatewayError('bacen', message, { retryable: true, outcome: 'not_applied', cause: error });
  }
}
