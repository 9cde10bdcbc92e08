import { explainFetchError } from './explain-fetch-error.ts';

/** The part of `fetch` that is used here: Node's own fulfils it, and undici's over a mutual-TLS connection. */
export type Fetch = (
  url: string | URL,
  init: RequestParts & { redirect: 'error'; signal: AbortSignal },
) => Promise<{ status: number; text(): Promise<string> }>;

interface RequestParts {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface OutwardRequest extends RequestParts {
  gateway: string;
  /** For errors: method and path. A path that may hold personal data (`/webhook/{chave}`) is given as its pattern. */
  where: string;
  url: string | URL;
  timeoutMs: number;
  fetch: Fetch;
  /** Whether the same call may be made again when nobody knows if the first one was carried out. */
  repeatable: boolean;
}

export interface RawAnswer {
  status: number;
  text: string;
}

/** One request, never repeated here. Whatever keeps it from a complete answer is a thrown `GatewayError`. */
export async function sendRequest(request: OutwardRequest): Promise<RawAnswer> {
  const { url, method, headers, body, timeoutMs } = request;
  try {
    const response = await request.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      // A redirect would carry the credentials and the customer's data to an address nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw explainFetchError(request, error);
  }
}
