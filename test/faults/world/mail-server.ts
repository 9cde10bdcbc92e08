import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import type { Watch } from './moments.ts';

export interface ReceivedMail {
  /** The same for every delivery of one mail: what a mailbox recognises a repetition by. */
  messageId: string;
  to: string;
  subject: string;
  /** Decoded enough to look for a link. */
  text: string;
}

export interface MailServer {
  readonly received: ReceivedMail[];
  urlOf(slot: number): string;
  close(): Promise<void>;
}

/** Just enough SMTP to take mails, fail on demand, and see the moment before and after one is accepted. */
export async function startMailServer(options: {
  slots: number;
  watch: Watch;
  gate: Gate;
  /** The address that it answers at, for shops in a network of their own. */
  host?: string;
}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const servers: Server[] = [];
  const open = new Set<Socket>();
  for (let slot = 0; slot < options.slots; slot++) {
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
      const ask = (phase: string) => options.watch({ slot, name: `mail:${phase}` });
      void options.gate.passed().then(() => converse(socket, ask, options.gate, received));
    });
    await new Promise<void>((done) => server.listen(0, options.host ?? '127.0.0.1', done));
    servers.push(server);
  }
  return {
    received,
    urlOf: (slot) =>
      `smtp://${options.host ?? '127.0.0.1'}:${(servers[slot]?.address() as AddressInfo | undefined)?.port}`,
    async close() {
      for (const socket of open) socket.destroy();
      for (const server of servers) await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function converse(
  socket: Socket,
  ask: (phase: 'received' | 'accepted') => ReturnType<Watch>,
  gate: Gate,
  received: ReceivedMail[],
): void {
  let text = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 correio');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isData) {
      const end = text.indexOf('\r\n.\r\n');
      if (end < 0) return;
      const raw = text.slice(0, end);
      text = text.slice(end + 5);
      isData = false;
      void accept(raw);
      return;
    }
    for (let end = text.indexOf('\r\n'); end >= 0 && !isData; end = text.indexOf('\r\n')) {
      const command = text.slice(0, end).split(' ')[0]?.toUpperCase();
      text = text.slice(end + 2);
      if (command === 'DATA') isData = true;
      if (command === 'QUIT') {
        socket.end('221 tchau\r\n');
        return;
      }
      say(isData ? '354 pode mandar' : '250 certo');
    }
  });

  async function accept(raw: string): Promise<void> {
    await gate.passed();
    if (socket.destroyed) return;
    const before = ask('received');
    if (before.kind === 'delay') await sleep(before.ms);
    else if (before.kind === 'status') {
      say(`${before.status} agora não`);
      return;
    } else if (before.kind !== 'go') {
      socket.destroy();
      return;
    }
    received.push(readMail(raw));
    const after = ask('accepted');
    if (after.kind === 'delay') await sleep(after.ms);
    else if (after.kind !== 'go') {
      socket.destroy();
      return;
    }
    say('250 aceito');
  }
}

export function readMail(raw: string): ReceivedMail {
  const header = (name: string) =>
    new RegExp(String.raw`^${name}:\s*((?:.|\r?\n[ \t])*)`, 'im')
      .exec(raw)?.[1]
      ?.replace(/\r?\n[ \t]/g, ' ') ?? '';
  return {
    messageId: header('message-id'),
    to: header('to').toLowerCase(),
    subject: decodeWords(header('subject')),
    text: decodeQuotedPrintable(raw),
  };
}

/** RFC 2047, as far as the shop's own subjects need it. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, encoding: string, words: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('utf8')
        : decodeQuotedPrintable(words.replaceAll('_', ' ')),
    );
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
