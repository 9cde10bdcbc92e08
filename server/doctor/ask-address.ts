import { request as overHttp, type IncomingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';

export interface AddressAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** null over plain http. */
  certificateEndsAt: Date | null;
}

/** One request over a connection of its own. Redirects are answers. */
export async function askAddress(
  url: string,
  { signal, method = 'GET', headers = {} }: AskOptions,
): Promise<AddressAnswer> {
  const request = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, signal, agent: false }, (answer) => {
      const certificate = (answer.socket as Partial<TLSSocket>).getPeerCertificate?.();
      text(answer).then(
        (body) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: body,
            certificateEndsAt: certificate?.valid_to ? new Date(certificate.valid_to) : null,
          }),
        reject,
      );
    });
    asked.on('error', reject).end();
  });
}

interface AskOptions {
  signal: AbortSignal;
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
}

/** For the owner: why nobody answered. */
export function explainUnreachable(error: unknown): string {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'o nome não existe no DNS';
  if (code === 'ECONNREFUSED') return 'ninguém atende nessa porta';
  if (code === 'ABORT_ERR' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'não responde a tempo';
  if (/CERT|ISSUER|SIGNATURE|ALTNAME/.test(code)) return `o certificado não é aceito (${code})`;
  return code || 'a conexão falhou';
}
