/**
 * Holds many `/api/live` streams open in a process of its own. Prints `open` when all are, then one JSON line for
 * each event: when and what it was, or for a broadcast (`staff-orders`) how many streams it has reached and when.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import type { Buyer } from './prepare-buyers.ts';

const OPEN_AT_ONCE = 100;

// In place of ten thousand browsers elsewhere: it must not take the core that the shop or another visitor waits for.
setPriority(10);

const [file = '', port = ''] = process.argv.slice(2);
const buyers = JSON.parse(readFileSync(file, 'utf8')) as Buyer[];
const broadcasts = new Map<string, number[]>();
let next = 0;

await Promise.all(
  Array.from({ length: OPEN_AT_ONCE }, async () => {
    for (let buyer = buyers[next++]; buyer; buyer = buyers[next++]) await open(buyer);
  }),
);
process.stdout.write('open\n');

function open(buyer: Buyer): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ host: 'localhost', port: Number(port) });
    socket.setEncoding('latin1');
    socket.write(
      [
        'GET /api/live HTTP/1.1',
        `Host: localhost:${port}`,
        'Accept: text/event-stream',
        `Cookie: ${buyer.cookie}`,
        `X-Forwarded-For: ${buyer.address}`,
        '\r\n',
      ].join('\r\n'),
    );
    let isOpen = false;
    socket.on('data', (text: unknown) => {
      const now = performance.timeOrigin + performance.now();
      if (!isOpen) {
        if (!String(text).includes(' 200 '))
          return fail(new Error(`No stream: ${String(text).slice(0, 300)}`));
        isOpen = true;
        done();
      }
      for (const [, event = '', data = ''] of String(text).matchAll(/event: ([a-z-]+)\ndata: (.*)\n/g)) {
        note(event, JSON.parse(data) as { id: string; status: string }, now);
      }
    });
    socket.on('error', fail);
    socket.on('close', () => process.stdout.write(`${JSON.stringify({ event: 'closed' })}\n`));
  });
}

function note(event: string, { id, status }: { id: string; status: string }, at: number): void {
  if (event !== 'staff-orders') {
    process.stdout.write(`${JSON.stringify({ event, id, status, at })}\n`);
    return;
  }
  const times = broadcasts.get(id) ?? [];
  if (times.length === 0) {
    broadcasts.set(id, times);
    setTimeout(() => process.stdout.write(`${JSON.stringify({ event, id, times })}\n`), 1_500);
  }
  times.push(at);
}
