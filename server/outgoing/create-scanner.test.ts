import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScanner } from './create-scanner.ts';

async function* large() {
  for (let n = 0; n < 200; n++) yield Buffer.alloc(64 * 1024, n);
}

/** What the shop understands of a scanner that does this. */
async function ask(
  scan: (socket: Socket) => void,
  { path, silentMs = 300, signal }: { path?: string; silentMs?: number; signal?: AbortSignal } = {},
) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    scan(socket);
  });
  await new Promise<void>((ready) =>
    path ? server.listen(path, ready) : server.listen(0, '127.0.0.1', ready),
  );
  const address = path ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await createScanner(address, { silentMs, signal })(large());
  await new Promise((closed) => server.close(closed));
  return answer;
}

const afterAll = (answer: string) => (socket: Socket) => {
  let end = Buffer.alloc(0);
  socket.on('data', (part) => {
    end = Buffer.concat([end, Buffer.from(part)]).subarray(-4);
    if (end.equals(Buffer.alloc(4))) socket.end(answer);
  });
};

test('a scanner is asked over a socket of the machine as well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-clamd-'));
  expect(await ask(afterAll('stream: OK\0'), { path: join(folder, 'clamd.sock') })).toEqual({ is: 'clean' });
  await rm(folder, { recursive: true });
});

test('an answer that comes before the end of the file is heard, and everything else is silence', async () => {
  const early = (answer: string) => (socket: Socket) => {
    socket.once('data', () => {
      socket.resume();
      socket.end(answer);
    });
  };
  expect(await ask(early('stream: Win.Test FOUND\0'))).toEqual({ is: 'found', name: 'Win.Test' });
  expect(await ask(early('INSTREAM size limit exceeded. ERROR\0'))).toMatchObject({
    is: 'silent',
    why: expect.stringContaining('StreamMaxLength'),
  });
  const silent = { is: 'silent', why: expect.stringContaining('não respondeu') };
  for (const said of ['', 'stream: OK FOUND?\0', 'UNKNOWN COMMAND\0', 'x'.repeat(9000)])
    expect(await ask(afterAll(said))).toEqual(silent);
  // One that never ends what it says is not waited for.
  const endless = (socket: Socket) => void socket.resume().write('x'.repeat(9000));
  expect(await ask(endless, { silentMs: 60_000 })).toEqual(silent);
  expect(await ask((socket) => socket.destroy())).toEqual(silent);
  expect(await ask((socket) => void socket.resume())).toEqual(silent);
  expect(await createScanner('tcp://127.0.0.1:9')(large())).toEqual(silent);
});

test('a shop that stops waits for no scanner that is silent, and asks none any more', async () => {
  const stopping = new AbortController();
  const silent = { is: 'silent', why: expect.stringContaining('não respondeu') };
  const asked = { silentMs: 60_000, signal: stopping.signal };
  const hears = (socket: Socket) => void socket.once('data', () => stopping.abort()).resume();
  expect(await ask(hears, asked)).toEqual(silent);
  expect(await ask((socket) => void socket.resume(), asked)).toEqual(silent);
});
