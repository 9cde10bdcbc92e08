import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';
import { parseJson } from '../http/parse-json.ts';
import { sendRequest, type Fetch } from '../http/send-request.ts';
import { cacheToken, type AccessToken, type TokenCache } from './cache-token.ts';

export interface BankSettings {
  /** Ends with the version, without a slash: `https://pix.banco.com.br/v2`. */
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /**
   * How to ask for the token: with RFC 6749's Basic header, with its body parameters, or with Basic and a JSON body.
   */
  tokenStyle: 'basic' | 'body' | 'json';
  scopes: string;
  /** PEM texts; null only for a plain http address. */
  certificate: { cert: string; key: string } | null;
  /** PEM of the bank's own authority; null trusts the public authorities. */
  ca: string | null;
  /** Extra headers of every API request, for banks that require more than the standard (an application key). */
  extraQuery: Record<string, string>;
  extraHeaders: Record<string, string>;
  timeoutMs?: number;
}

/** An authenticated connection to one bank. */
export interface BankApi {
  settings: BankSettings;
  timeoutMs: number;
  /** Over the mutual-TLS connection. */
  fetch: Fetch;
  token: TokenCache;
}

const TIMEOUT_MS = 10_000;
/** RFC 6749 allows an answer without `expires_in`. A short guess only costs more requests. */
const UNSAID_LIFETIME_SECONDS = 300;

const Token = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().catch(UNSAID_LIFETIME_SECONDS),
});

/** Throws at once if a certificate or key cannot work, and names the setting. */
export function openApi(settings: BankSettings): BankApi {
  const tls = {
    ...settings.certificate,
    ...(settings.ca !== null && { ca: settings.ca }),
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      `bacen: no mutual TLS with BACEN_PIX_CERT, BACEN_PIX_KEY and BACEN_PIX_CA (${code}): they must be PEM ` +
      'files, the key without a passphrase and belonging to the certificate';
    throw new Error(message, { cause: error });
  }
  const openConnection = async () => {
    // With the first call: the bundler lays this file beside what every shop loads.
    const { Agent, fetch } = await import('undici');
    // The tests use HTTP/1.1, so banks are not offered HTTP/2.
    return { fetch, dispatcher: new Agent({ connect: tls, allowH2: false }) };
  };
  let connection: ReturnType<typeof openConnection> | undefined;
  const overMutualTls: Fetch = async (url, init) => {
    const { fetch, dispatcher } = await (connection ??= openConnection());
    return fetch(url, { ...init, dispatcher });
  };
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  return {
    settings,
    timeoutMs,
    fetch: overMutualTls,
    token: cacheToken(() => askForToken(settings, overMutualTls, timeoutMs)),
  };
}

async function askForToken(settings: BankSettings, fetch: Fetch, timeoutMs: number): Promise<AccessToken> {
  const { clientId, clientSecret, tokenStyle, scopes } = settings;
  const fields = {
    grant_type: 'client_credentials',
    ...(scopes !== '' && { scope: scopes }),
    ...(tokenStyle === 'body' && { client_id: clientId, client_secret: clientSecret }),
  };
  const label = 'POST token';
  // Without a token nothing changes at the bank, however this request ends.
  const failure = (what: string, retryable: boolean, cause?: unknown) =>
    new GatewayError('bacen', `${label} ${what}`, { retryable, outcome: 'not_applied', cause });

  const { status, text } = await sendRequest({
    gateway: 'bacen',
    where: label,
    url: settings.tokenUrl,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': tokenStyle === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(tokenStyle !== 'body' && { authorization: basic(clientId, clientSecret) }),
    },
    body: tokenStyle === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    timeoutMs,
    fetch,
    repeatable: true,
  }).catch((error: Error) => {
    // With TLS 1.3, a bank that does not accept our certificate just closes the connection.
    const cure = 'check BACEN_PIX_TOKEN_URL, and BACEN_PIX_CERT, _KEY and _CA if the bank hangs up';
    throw failure(`failed (${error.message}): ${cure}`, true, error);
  });
  if ([400, 401, 403].includes(status)) {
    throw failure(`answered ${status}: check BACEN_PIX_CLIENT_ID, _CLIENT_SECRET and _SCOPES`, false);
  }
  if (status < 200 || status > 299) throw failure(`answered ${status}`, status >= 500 || status === 429);
  const token = Token.safeParse(parseJson(text));
  if (!token.success) throw failure('was answered without a token: check BACEN_PIX_TOKEN_URL', true);
  return { value: token.data.access_token, lifetimeMs: token.data.expires_in * 1000 };
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
