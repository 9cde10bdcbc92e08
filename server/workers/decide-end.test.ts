import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FELL } from './decide-end.ts';

/** A server in a process of its own, that fails in each of these ways; it answers the port on its first line. */
const PROGRAM = `
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createLog } from '#server/config/log.ts';
import { scopeRequests } from '#server/http/scope-requests.ts';
import { decideEnd, FELL } from '#server/workers/decide-end.ts';
const log = createLog({ level: 'info' });
decideEnd(log, () => setTimeout(() => process.exit(FELL), 50));
const fail = () => { throw new Error('bug'); };
const ways = {
  '/listener': (_request, answer) => answer.on('finish', fail).end('ok'),
  '/close': (_request, answer) => answer.on('close', fail).end('ok'),
  '/begin': fail,
  '/timer': () => setTimeout(fail, 5),
  '/stream': () => new Readable().destroy(new Error('bug')),
  '/promise': async () => fail(),
  '/fine': (_request, answer) => answer.end(String(process.pid)),
};
const shared = { '/shared-timer': 'timer', '/shared-promise': 'promise' };
const due = new Set();
setInterval(() => {
  if (due.delete('timer')) fail();
  if (due.delete('promise')) void Promise.reject(new Error('bug'));
}, 5);
const server = createServer((request, answer) => {
  const path = request.url.split('?')[0];
  if (shared[path]) { due.add(shared[path]); return void answer.end('ok'); }
  return ways[path](request, answer);
});
scopeRequests(server, log);
server.listen(0, '127.0.0.1', () => console.error(server.address().port));
`;

async function start() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = text(child.stdout);
  output.catch(() => {});
  const [port] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port.trim()}${path}`)
      .then((answer) => answer.text())
      .catch(() => 'cut off');
  return { child, output, ask, ended: once(child, 'exit') };
}

// shows: threat 72
test('an error of one request, heard by nobody, ends its connection and is logged with the request; the process goes on', async () => {
  const { child, output, ask } = await start();
  for (const path of ['/begin', '/timer', '/stream', '/promise'])
    expect(await ask(`${path}?token=segredo`), path).toBe('cut off');
  for (const path of ['/listener', '/close']) await ask(path);
  expect(await ask('/fine')).toBe(String(child.pid));
  child.kill();
  const lines = (await output)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const told = lines.map(({ event, path, listener, origin }) => [event, path, listener ?? origin]);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(told).toEqual([
    ['request.listener_failed', '/begin', 'server request'],
    ['request.stray_error', '/timer', 'uncaughtException'],
    ['request.stray_error', '/stream', 'uncaughtException'],
    ['request.stray_error', '/promise', 'unhandledRejection'],
    ['request.listener_failed', '/listener', 'answer finish'],
    ['request.listener_failed', '/close', 'answer close'],
  ]);
  for (const line of lines)
    expect(line).toMatchObject({
      requestId: id,
      method: 'GET',
      error: { message: 'bug', stack: expect.stringContaining('    at ') },
    });
});

test.each(['/shared-timer', '/shared-promise'])(
  'an error that belongs to no request ends the process, with a line of the log and a code of its own: %s',
  async (path) => {
    const { output, ask, ended } = await start();
    expect(await ask(path)).toBe('ok');
    expect(await ended).toEqual([FELL, null]);
    expect(
      (await output)
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { event: string }).event),
    ).toEqual(['process.failed']);
  },
);

test('who reads the log may go away: the process goes on without one', async () => {
  const { child, ask } = await start();
  child.stdout.destroy();
  for (let n = 0; n < 3; n++) await ask('/listener');
  expect(await ask('/fine')).toBe(String(child.pid));
  child.kill();
});
