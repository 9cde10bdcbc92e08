import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/config/log.ts';
import { createMailer } from '#server/mailer.ts';
import { DELETED_ACCOUNT, FORGOTTEN_CUSTOMER } from '#shop/orders/forget-customers.ts';
import type { Mail } from './mailer.ts';
import { sendMail } from './send-mail.ts';

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'fulgor-mail-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

const mail: Mail = {
  id: 'job-1',
  to: 'bruna@exemplo.com',
  subject: 'Olá',
  html: '<p>x</p>',
  text: 'x',
};

async function post(changes: Partial<Mail>): Promise<string | null> {
  const mailer = createMailer({
    smtpUrl: null,
    from: 'loja@exemplo.com',
    directory,
    appUrl: 'https://loja.exemplo.com',
  });
  await sendMail({ mailer, log: createLog({ level: 'error' }) }, { ...mail, ...changes });
  return readFile(join(directory, `${changes.id ?? mail.id}.eml`), 'utf8').catch(() => null);
}
const headersOf = (eml: string | null) => (eml ?? '').split('\r\n\r\n', 1)[0]!.split(/\r\n(?![ \t])/);
const named = (eml: string | null, name: string) =>
  headersOf(eml).filter((line) => line.toLowerCase().startsWith(`${name}:`));

test('the same job sent twice is one file with one Message-ID', async () => {
  await post({});
  const eml = await post({});
  expect(named(eml, 'message-id')).toEqual(['Message-ID: <job-1@loja.exemplo.com>']);
  expect(named(eml, 'to')).toEqual(['To: bruna@exemplo.com']);
  expect(await readdir(directory)).toEqual(['job-1.eml']);
});

// shows: threat 39
test.each(['Oi\r\nBcc: todos@exemplo.com', 'Oi\nBcc: todos@exemplo.com', 'Oi\u0085Bcc: x\u2028Bcc: y\u0000'])(
  'a subject of several lines becomes one: %j',
  async (subject) => {
    const eml = await post({ id: 'subject', subject });
    expect(named(eml, 'subject')).toHaveLength(1);
    expect(named(eml, 'bcc')).toEqual([]);
  },
);

// shows: threat 39
test.each([
  'bruna@exemplo.com, todos@exemplo.com',
  'bruna@exemplo.com\r\nBcc: todos@exemplo.com',
  'Bruna <bruna@exemplo.com>',
  'grupo: a@exemplo.com;',
  '"a b"@exemplo.com',
  'bruna@exemplo.com\u0000',
  '',
])('%j is not one address, so nothing is sent', async (to) => {
  expect(await post({ id: 'never', to })).toBeNull();
});

test('answers go to who wrote, as one address', async () => {
  const eml = await post({ id: 'reply', replyTo: 'joao@exemplo.com' });
  expect(named(eml, 'reply-to')).toEqual(['Reply-To: joao@exemplo.com']);
});

test.each([
  'a@exemplo.com\r\nBcc: todos@exemplo.com',
  'a@exemplo.com, b@exemplo.com',
  'João <a@exemplo.com>',
  '',
])('without an answering address of %j, the mail leaves all the same', async (replyTo) => {
  const eml = await post({ id: 'reply', replyTo });
  expect(named(eml, 'to')).toEqual(['To: bruna@exemplo.com']);
  expect([...named(eml, 'reply-to'), ...named(eml, 'bcc')]).toEqual([]);
});

test('nobody is written to where a forgotten customer stood', async () => {
  const ids = [DELETED_ACCOUNT, FORGOTTEN_CUSTOMER].map(({ email }) => ({ id: `an-${email}`, to: email }));
  expect(await Promise.all(ids.map((each) => post(each)))).toEqual([null, null]);
});

test.each<[string, (socket: Socket) => void]>([
  ['takes the connection and says nothing', () => {}],
  [
    'keeps sending a greeting that never ends',
    (socket) => {
      const drip = setInterval(() => socket.write('2'), 10);
      socket.on('close', () => clearInterval(drip));
    },
  ],
])('a mail server that %s is left in time, with its connection', async (_what, greet) => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'loja@exemplo.com',
    directory,
    appUrl: 'https://loja.exemplo.com',
    patienceMs: 300,
  });
  await expect(mailer.send(mail)).rejects.toThrow();
  await expect.poll(() => open.size).toBe(0);
  server.close();
});
