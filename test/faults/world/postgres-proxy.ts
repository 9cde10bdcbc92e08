import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import type { Verdict, Watch } from './moments.ts';
import { nameStatement, type OpenTransaction } from './name-statement.ts';

export interface PostgresProxy {
  port: number;
  /** Cuts every connection that is open now. @returns how many. */
  cutAll(): number;
  /** Whether a shop waits for the server: for a connection, or for an answer. */
  isWaitedFor(): boolean;
  close(): Promise<void>;
}

/**
 * Stands between one shop process and PostgreSQL, reads the wire protocol (version 3), and asks `watch`
 * before each statement goes on and after the server has carried it out, before the shop hears of it.
 */
export async function startPostgresProxy(options: {
  slot: number;
  target: { host: string; port: number };
  watch: Watch;
  gate: Gate;
}): Promise<PostgresProxy> {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  const server: Server = createServer((client) => serve(client, options, { open, waiting }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cutAll = () => {
    const count = open.size;
    for (const socket of open) socket.destroy();
    return count;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cutAll,
    isWaitedFor: () => waiting.size > 0,
    async close() {
      cutAll();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function serve(
  client: Socket,
  { slot, target, watch, gate }: Parameters<typeof startPostgresProxy>[0],
  { open, waiting }: { open: Set<Socket>; waiting: Set<Socket> },
): void {
  const upstream = connect(target);
  client.setNoDelay(true);
  upstream.setNoDelay(true);
  open.add(client);
  waiting.add(client);
  let isDead = false;
  const end = () => {
    isDead = true;
    open.delete(client);
    waiting.delete(client);
    client.destroy();
    upstream.destroy();
  };
  client.on('error', end).on('close', end);
  upstream.on('error', end).on('close', end);

  const transaction: OpenTransaction = { writes: new Set() };
  const prepared = new Map<string, string>();
  let isStarted = false;
  let current: string | null = null;
  let held: Buffer[] = [];

  /** @returns false when nothing may go on. */
  async function ask(phase: 'before' | 'after', name: string): Promise<boolean> {
    const verdict: Verdict = watch({ slot, name: `sql ${name}:${phase}` });
    if (verdict.kind === 'delay') await sleep(verdict.ms);
    else if (verdict.kind !== 'go') end();
    return !isDead;
  }

  const fromClient = createFrames((frame) => !isStarted && frame.type === null);
  const fromServer = createFrames(() => false);
  const clientTurn = createTurns(end);
  const serverTurn = createTurns(end);

  client.on('data', (bytes: Buffer) => {
    clientTurn(async () => {
      await gate.passed();
      if (isDead) return;
      const { frames, whole } = fromClient(bytes);
      for (const { type, body } of frames) {
        if (type === 'P') prepared.set(textAt(body, 0), textAt(body, body.indexOf(0) + 1));
        if (type !== 'Q' && type !== 'B') continue;
        waiting.add(client);
        // A statement with a name is sent once, and bound again and again.
        const text = type === 'Q' ? textAt(body, 0) : prepared.get(textAt(body, body.indexOf(0) + 1));
        const name = nameStatement(text ?? '', transaction);
        current = name;
        if (!(await ask('before', name))) return;
      }
      upstream.write(whole);
    });
  });
  upstream.on('data', (bytes: Buffer) => {
    serverTurn(async () => {
      await gate.passed();
      if (isDead) return;
      const { frames, whole } = fromServer(bytes);
      if (whole.length > 0) held.push(whole);
      const isReady = frames.some(({ type }) => type === 'Z');
      if (isReady && !isStarted) isStarted = true;
      else if (isReady && current !== null) {
        const name = current;
        current = null;
        if (!(await ask('after', name))) return;
      } else if (!isReady && current !== null) {
        return;
      }
      const ready = Buffer.concat(held);
      held = [];
      client.write(ready);
      if (isReady) waiting.delete(client);
    });
  });
}

interface Frame {
  /** null: the start-up message, which has no type byte. */
  type: string | null;
  body: Buffer;
}

/** Cuts a byte stream into whole messages; what is incomplete waits for more. */
function createFrames(startsUntyped: (frame: Frame) => boolean) {
  let rest = Buffer.alloc(0);
  let untyped = startsUntyped({ type: null, body: rest });
  return (bytes: Buffer): { frames: Frame[]; whole: Buffer } => {
    rest = Buffer.concat([rest, bytes]);
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      const header = untyped ? 4 : 5;
      if (rest.length - at < header) break;
      const length = rest.readInt32BE(at + header - 4) + header - 4;
      if (rest.length - at < length) break;
      frames.push({
        type: untyped ? null : String.fromCharCode(rest[at] as number),
        body: rest.subarray(at + header, at + length),
      });
      untyped = false;
      at += length;
    }
    const whole = Buffer.from(rest.subarray(0, at));
    rest = Buffer.from(rest.subarray(at));
    return { frames, whole };
  };
}

/** One after the other, so that a delay holds back what came later on the same connection. */
function createTurns(onError: () => void) {
  let last: Promise<void> = Promise.resolve();
  return (work: () => Promise<void>) => {
    last = last.then(work).catch(onError);
  };
}

function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start));
}
