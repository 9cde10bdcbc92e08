/**
 * Sends each request of a list once, in order, over a fixed number of kept connections, as fast as answers come,
 * from a process of its own. For calls that must differ: a checkout repeated word for word is the same order.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SendOptions {
  host: string;
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP/1.1 requests as text. */
  requests: string[];
}

export interface SendResult {
  answered: number;
  perSecond: number;
  /** Answers other than 2xx, and lines that broke, by status. */
  failures: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
}

export async function sendEachOnce(options: SendOptions): Promise<SendResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-send-'));
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(options));
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The load generator ended with ${code}.`);
  return JSON.parse(output) as SendResult;
}

async function send({ host, port, connections, seconds, requests }: SendOptions): Promise<SendResult> {
  const ready = requests.map((text) => Buffer.from(text));
  const times: number[] = [];
  const failures: Record<string, number> = {};
  const note = (what: string) => void (failures[what] = (failures[what] ?? 0) + 1);
  let next = 0;
  const start = performance.now();
  const until = start + seconds * 1000;

  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((done) => {
          const socket = connect({ host, port, noDelay: true });
          let received: Buffer = Buffer.alloc(0);
          let sentAt = 0;
          const go = () => {
            const request = performance.now() < until ? ready[next++] : undefined;
            if (!request) return void socket.end();
            sentAt = performance.now();
            socket.write(request);
          };
          socket.on('connect', go);
          socket.on('data', (chunk: Buffer) => {
            received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
            const status = wholeAnswer(received);
            if (status === null) return;
            times.push(performance.now() - sentAt);
            if (status < 200 || status > 299) note(String(status));
            received = Buffer.alloc(0);
            go();
          });
          socket.on('error', () => note('broken line'));
          socket.on('close', () => done());
        }),
    ),
  );
  const elapsed = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    answered: times.length,
    perSecond: times.length / elapsed,
    failures,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** The status of the answer when all of it is here. */
function wholeAnswer(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : bytes.length >= end + 4 + Number(length);
  return isWhole ? Number(head.slice(9, 12)) : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SendOptions;
  process.stdout.write(JSON.stringify(await send(options)));
}
