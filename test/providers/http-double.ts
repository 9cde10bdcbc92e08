import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `status`: answer with it and do nothing. `timeout`: never answer, do nothing.
 * `dropAfterApply`: do it, then cut the connection. `garbage`: do it, then answer 200 with a page of HTML.
 */
export type Failure = { status: number } | 'timeout' | 'dropAfterApply' | 'garbage';

export interface LoggedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  text: string;
  /** Parsed JSON, or the text as it came. */
  body: unknown;
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface HttpDouble {
  readonly url: string;
  readonly requests: LoggedRequest[];
  failNext(failure: Failure, times?: number): void;
  /** Every later answer takes this long. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** A provider's HTTP side on a port of its own, with the levers every double needs. */
export async function startHttpDouble(options: {
  /** 0, the default, takes a free port. */
  port?: number | undefined;
  answer(request: LoggedRequest): Answer;
  /** The provider's error body for a failure on demand. */
  errorBody(status: number): unknown;
}): Promise<HttpDouble> {
  const requests: LoggedRequest[] = [];
  const failures: Failure[] = [];
  let delayMs = 0;

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const failure = failures.shift();
    if (delayMs > 0) await sleep(delayMs);
    if (failure === 'timeout') return;
    const { status, body } =
      typeof failure === 'object'
        ? { status: failure.status, body: options.errorBody(failure.status) }
        : options.answer(request);
    if (failure === 'dropAfterApply') {
      outgoing.destroy();
      return;
    }
    const isGarbage = failure === 'garbage';
    outgoing.writeHead(isGarbage ? 200 : status, {
      'content-type': isGarbage ? 'text/html' : 'application/json',
    });
    outgoing.end(isGarbage ? '<html><body>Bad gateway</body></html>' : JSON.stringify(body));
  };

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (failure, times = 1) => void failures.push(...Array<Failure>(times).fill(failure)),
    delay: (milliseconds) => void (delayMs = milliseconds),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function readRequest(incoming: IncomingMessage): Promise<LoggedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://double.test');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Kept as text: the strict check refuses it.
  }
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    text,
    body,
  };
}
