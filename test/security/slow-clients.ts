import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of each kind. What `slowhttptest -c 500` opens. */
const EACH = 500;
const DRIP_MS = 2_000;
/**
 * Longer than the shop gives a request (`server/serve-shop.ts`: 10 s for headers, 30 s for all of it, looked at
 * every 5 s).
 */
const MAX_MS = 50_000;
const SLOW_ANSWER_MS = 1_000;

type Kind = 'headers' | 'body';
interface SlowClient {
  kind: Kind;
  openedAt: number;
  isConnected: boolean;
  closedAfterMs: number | null;
}

export interface SlowReport {
  clients: SlowClient[];
  /** Answers to honest requests meanwhile. */
  answers: { status: number; tookMs: number }[];
  beforeMs: number[];
}

/** Slowloris (headers that never end) and slow bodies at once, and what everybody else sees of it. */
export async function holdSlowConnections(shopUrl: string): Promise<SlowReport> {
  const { port, host } = new URL(shopUrl);
  const clients: SlowClient[] = [];
  const sockets: Socket[] = [];
  const open = (kind: Kind) => {
    const client: SlowClient = {
      kind,
      openedAt: performance.now(),
      isConnected: false,
      closedAfterMs: null,
    };
    clients.push(client);
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    socket.on('connect', () => {
      client.isConnected = true;
      socket.write(
        kind === 'headers'
          ? `GET /loja HTTP/1.1\r\nHost: ${host}\r\n`
          : `POST /contato HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${shopUrl}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 90000\r\n\r\nname=`,
      );
    });
    const drip = setInterval(() => socket.write(kind === 'headers' ? 'X-More: a\r\n' : 'a'), DRIP_MS);
    socket
      .on('error', () => {})
      .on('data', () => {})
      .on('close', () => {
        clearInterval(drip);
        client.closedAfterMs ??= performance.now() - client.openedAt;
      });
  };
  const ask = async () => {
    const started = performance.now();
    const status = await fetch(`${shopUrl}/loja`, { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      () => 0,
    );
    return { status, tookMs: performance.now() - started };
  };

  const beforeMs: number[] = [];
  for (let n = 0; n < 20; n++) beforeMs.push((await ask()).tookMs);
  for (let n = 0; n < EACH; n++) {
    open('headers');
    open('body');
    if (n % 50 === 49) await sleep(50);
  }
  const answers: SlowReport['answers'] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < MAX_MS && clients.some((each) => each.closedAfterMs === null)) {
    answers.push(await ask());
    await sleep(250);
  }
  for (const socket of sockets) socket.destroy();
  return { clients, answers, beforeMs };
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** In the form of the other scanners. */
export async function attackSlowly(shopUrl: string): Promise<{ checked: string; findings: string[] }> {
  const { clients, answers, beforeMs } = await holdSlowConnections(shopUrl);
  const findings: string[] = [];
  const parts: string[] = [];
  for (const kind of ['headers', 'body'] as const) {
    const these = clients.filter((client) => client.kind === kind);
    const connected = these.filter((client) => client.isConnected).length;
    const closed = these.flatMap((client) => client.closedAfterMs ?? []).filter((ms) => ms < MAX_MS);
    if (connected < EACH) findings.push(`only ${connected} of ${EACH} slow connections (${kind}) came about`);
    if (closed.length < EACH) findings.push(`${EACH - closed.length} with slow ${kind} were never closed`);
    // If the shop refused them at once, the run would prove nothing.
    if (closed.some((ms) => ms < 5_000)) findings.push(`some with slow ${kind} were not held at all`);
    parts.push(
      `${closed.length} with slow ${kind} closed within ${Math.ceil(Math.max(0, ...closed) / 1000)} s`,
    );
  }
  const failed = answers.filter(({ status }) => status !== 200).length;
  const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
  if (answers.length < 20) findings.push(`only ${answers.length} honest requests were asked meanwhile`);
  if (failed > 0) findings.push(`${failed} of ${answers.length} honest requests were not answered`);
  if (slowest > SLOW_ANSWER_MS) findings.push(`an honest request took ${Math.round(slowest)} ms`);
  const median = Math.round(middle(answers.map(({ tookMs }) => tookMs)));
  parts.push(
    `${answers.length - failed} of ${answers.length} honest requests answered, median ${median} ms (before: ${Math.round(middle(beforeMs))} ms), slowest ${Math.round(slowest)} ms`,
  );
  return { checked: parts.join('; '), findings };
}
