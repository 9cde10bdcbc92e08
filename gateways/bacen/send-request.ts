import { fetch, type Dispatcher, type RequestInit } from 'undici';
import { explainFetchError } from '#shop/payments/gateway.ts';

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
    throw explainFetchError({ gateway: 'bacen', where: plan.label, repeatable: true }, error);
  }
}
