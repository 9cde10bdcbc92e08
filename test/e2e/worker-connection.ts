import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningShop } from './shop.ts';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

export type Connection = (path: string, ask?: Ask) => Promise<Answer>;

/** A kept-open connection that one certain process answers: each new one goes to the next of them. */
export async function openConnectionTo(shop: RunningShop, worker: number): Promise<Connection> {
  for (let tries = 0; tries < 40; tries++) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { headers } = await askOver(agent, shop, '/healthz');
    if ((await whoAnswered(shop, headers['x-request-id'])) === worker)
      return (path, ask) => askOver(agent, shop, path, ask);
    agent.destroy();
  }
  throw new Error(`No connection reached worker ${worker}:\n${shop.output()}`);
}

/** Events as they come, from whichever process; `worker` says from which. */
export async function openStream(
  shop: RunningShop,
  cookie: string,
): Promise<{ worker: number; text(): string; hasEnded(): boolean; close(): void }> {
  let [text, hasEnded] = ['', false];
  const { incoming, close } = await new Promise<{ incoming: IncomingMessage; close: () => void }>(
    (resolve, reject) => {
      const outgoing = request(`${shop.url}/api/live`, { agent: false, headers: { cookie } });
      outgoing.once('error', reject).end();
      outgoing.once('response', (incoming) => resolve({ incoming, close: () => outgoing.destroy() }));
    },
  );
  incoming.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  incoming.on('error', () => {}).on('close', () => void (hasEnded = true));
  const worker = await whoAnswered(shop, incoming.headers['x-request-id']);
  return { worker, text: () => text, hasEnded: () => hasEnded, close };
}

function askOver(agent: Agent, shop: RunningShop, path: string, ask: Ask = {}): Promise<Answer> {
  const body = ask.json ? JSON.stringify(ask.json) : ask.form && new URLSearchParams(ask.form).toString();
  const type = ask.json ? 'application/json' : 'application/x-www-form-urlencoded';
  return new Promise((resolve, reject) => {
    const outgoing = request(`${shop.url}${path}`, {
      agent,
      method: ask.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
        origin: shop.url,
        ...ask.headers,
      },
    });
    outgoing.once('error', reject).once('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
      );
    });
    outgoing.end(body);
  });
}

/** The log has each request with its process, a moment after its answer. */
async function whoAnswered(shop: RunningShop, requestId: string | string[] | undefined): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const line = shop
      .output()
      .split('\n')
      .findLast((line) => line.includes(`"requestId":"${String(requestId)}"`));
    if (line) return (JSON.parse(line) as { worker: number }).worker;
    await sleep(20);
  }
  throw new Error(`The log does not know request ${String(requestId)}`);
}

/** Lines of the shop's log that report this event, oldest first. */
export function logged(shop: RunningShop, event: string): { worker?: number; pid?: number }[] {
  return shop
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as { worker?: number; pid?: number });
}
