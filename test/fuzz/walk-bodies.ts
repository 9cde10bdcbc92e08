import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyAddress } from '../sources/list-body-addresses.ts';

const MEGABYTE = 1024 * 1024;
/** What `server/app.ts` takes, with the setting of the files of staff at its least. */
export const LEAST_FILE_MB = 1;
const FILES = '/api/admin/files';
const PICTURES = '/dashboard/perfil/imagem/';
const mostOf = (path: string) =>
  path === FILES ? (LEAST_FILE_MB + 1) * MEGABYTE : path.startsWith(PICTURES) ? 9 * MEGABYTE : MEGABYTE;
/** So much of a body that is too long the shop throws away before it answers. */
const THROWN_AWAY = 8;
const CHUNK = Buffer.alloc(64 * 1024, 'a');
/** Nobody answers a request whose rest is awaited, or whose storage is silent. */
const PATIENCE_MS = 2_000;

interface Sending {
  socket: Socket;
  path: string;
  /** Ends with whatever headers tell the length, and begins the body. */
  head: (framing: string) => string;
  /** A whole body of this size. */
  body: (bytes: number) => Buffer;
  answered: Promise<unknown>;
  /** Or nobody waits for it any more. */
  isAnswered: () => boolean;
}

const declared = (bytes: number) => `Content-Length: ${bytes}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

const whole = ({ socket, head, body }: Sending, bytes = 300) =>
  new Promise<unknown>((sent) =>
    socket.write(Buffer.concat([Buffer.from(head(declared(bytes))), body(bytes)]), sent),
  );
async function half({ socket, head, body }: Sending): Promise<void> {
  await new Promise<unknown>((sent) =>
    socket.write(Buffer.concat([Buffer.from(head(declared(2_000))), body(2_000).subarray(0, 900)]), sent),
  );
}

/** What can go wrong with a body. Each leaves its socket to the walk, which ends it. */
export const WAYS: Readonly<Record<string, (sending: Sending) => Promise<unknown>>> = {
  'only its headers, and gone': async ({ socket, head, answered }) => {
    socket.write(head(declared(500)));
    await Promise.race([answered, sleep(50)]);
  },
  'just too long': async (sending) => {
    void whole(sending, mostOf(sending.path) + 1);
    await sending.answered;
  },
  'far too long': async ({ socket, path, head, answered, isAnswered }) => {
    const bytes = (THROWN_AWAY + 4) * mostOf(path);
    socket.write(head(declared(bytes)));
    for (let sent = 0; sent < bytes && !isAnswered() && !socket.destroyed; sent += CHUNK.length) {
      const isFull = !socket.write(CHUNK);
      if (isFull) await Promise.race([new Promise((drained) => socket.once('drain', drained)), answered]);
    }
    await answered;
  },
  'broken off': async (sending) => {
    await half(sending);
    sending.socket.end();
    await sending.answered;
  },
  'a byte now and then': async ({ socket, head, body, answered }) => {
    socket.write(head(declared(300)));
    for (const byte of body(300).subarray(0, 5)) {
      socket.write(Buffer.from([byte]));
      await sleep(20);
    }
    socket.end();
    await answered;
  },
  'without a length': async ({ socket, head, body, answered }) => {
    socket.write(Buffer.concat([Buffer.from(head(CHUNKED)), chunk(body(300)), LAST_CHUNK]));
    await answered;
  },
  'without a length, too long': async ({ socket, path, head, body, answered }) => {
    socket.write(Buffer.concat([Buffer.from(head(CHUNKED)), chunk(body(mostOf(path) + 1)), LAST_CHUNK]));
    await answered;
  },
  'without a length, broken off': async ({ socket, head, body, answered }) => {
    socket.end(Buffer.concat([Buffer.from(head(CHUNKED)), chunk(body(300)).subarray(0, 200)]));
    await answered;
  },
  'without a length, no chunk': async ({ socket, head, answered }) => {
    socket.write(`${head(CHUNKED)}zz\r\n`);
    await answered;
  },
  'longer than it says': async ({ socket, head, body, answered }) => {
    socket.write(Buffer.concat([Buffer.from(head(declared(100))), body(300)]));
    await answered;
  },
  'shorter than it says': async (sending) => {
    await half(sending);
    await Promise.race([sending.answered, sleep(60)]);
  },
  'a length that is none': async ({ socket, head, body, answered }) => {
    socket.write(Buffer.concat([Buffer.from(head('Content-Length: -5\r\n')), body(300)]));
    await answered;
  },
  'reset in its middle': async (sending) => {
    await half(sending);
    await sleep(5);
    sending.socket.resetAndDestroy();
  },
  'reset before the answer': async (sending) => {
    await whole(sending);
    sending.socket.resetAndDestroy();
  },
  'reset during the answer': async (sending) => {
    sending.socket.once('data', () => sending.socket.resetAndDestroy());
    void whole(sending);
    await sending.answered;
  },
  'reset after the answer': async (sending) => {
    void whole(sending);
    await sending.answered;
    await sleep(20);
    sending.socket.resetAndDestroy();
  },
};

const ONLY_HEADERS = async ({ socket, head, answered }: Sending) => {
  socket.write(head(declared(500)));
  await answered;
};

export interface Walker {
  name: string;
  cookie: string | null;
}

export interface BodyWalk {
  addresses: number;
  ways: number;
  sent: number;
  statuses: Record<string, number>;
  /** Answers of 500, or what `isExpected` does not expect. */
  failures: string[];
}

/** Sends bodies that go wrong, in every way, to each of these addresses. */
export async function walkBodies(
  shopUrl: string,
  people: readonly Walker[],
  addresses: readonly BodyAddress[],
  {
    atOnce = 12,
    patienceMs = PATIENCE_MS,
    isWalked = () => true,
    expected = [] as readonly number[],
  }: {
    atOnce?: number;
    patienceMs?: number;
    /** Not all of them, for people whose tries are counted. */
    isWalked?: (who: Walker, address: BodyAddress, way: number) => boolean;
    expected?: readonly number[];
  } = {},
): Promise<BodyWalk> {
  const walk: BodyWalk = {
    addresses: addresses.length,
    ways: Object.keys(WAYS).length,
    sent: 0,
    statuses: {},
    failures: [],
  };
  const queue = people.flatMap((who) =>
    addresses.flatMap((address) =>
      Object.keys(WAYS)
        .filter((_name, way) => isWalked(who, address, way))
        .map((way) => ({ who, address, way })),
    ),
  );
  queue.reverse();
  async function work(): Promise<void> {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { who, address, way } = next;
      walk.sent += 1;
      const status = await sendBody(shopUrl, {
        ...address,
        cookie: who.cookie,
        way,
        n: walk.sent,
        patienceMs,
      });
      const label = `${who.name} ${address.method} ${address.path}`;
      walk.statuses[status ?? 'none'] = (walk.statuses[status ?? 'none'] ?? 0) + 1;
      if (status !== null && status >= 500 && !expected.includes(status))
        walk.failures.push(`${status}: ${label}, ${way}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return walk;
}

/** What a stranger is answered who has sent the headers and nothing of the body. null: the shop waits for it */
export async function askUnread(
  shopUrl: string,
  address: BodyAddress,
  patienceMs: number,
): Promise<number | null> {
  const way = 'only its headers, and waiting';
  return sendBody(shopUrl, { ...address, cookie: null, way, n: 1, patienceMs });
}

/** What stands where an address has a `:part`. */
function fill(path: string): string {
  const parts: Record<string, string> = {
    championId: 'Ahri',
    skinNum: '1',
    kind: 'avatar',
    gateway: 'abacatepay',
  };
  return path
    .replaceAll(/:(\w+)/g, (_part, name: string) => parts[name] ?? randomUUID())
    .replace('*', 'nada');
}

/** @returns the status of the answer; null: there was none */
function sendBody(
  shopUrl: string,
  {
    method,
    path,
    cookie,
    way,
    n,
    patienceMs,
  }: Omit<BodyAddress, 'isRead'> & { cookie: string | null; way: string; n: number; patienceMs: number },
): Promise<number | null> {
  const { port, host, origin } = new URL(shopUrl);
  const filled = fill(path);
  const isUpload = path === FILES || path.startsWith(PICTURES);
  const isJson = path.startsWith('/api/') || path.startsWith('/webhooks/');
  const type = isUpload
    ? 'multipart/form-data; boundary=sep'
    : isJson
      ? 'application/json'
      : 'application/x-www-form-urlencoded';
  // Every other upload names its file otherwise than the shop expects: such a part is passed over.
  const field = n % 2 === 0 ? 'other' : path === FILES ? 'file' : 'picture';
  const [before, after] = isUpload
    ? [
        `--sep\r\nContent-Disposition: form-data; name="${field}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`,
        '\r\n--sep--\r\n',
      ]
    : isJson
      ? ['{"a":"', '"}']
      : ['a=', ''];
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    const answered = Promise.withResolvers<void>();
    let answer = '';
    let isAnswered = false;
    const isOver = () => {
      isAnswered = true;
      answered.resolve();
    };
    socket
      .on('data', (bytes) => {
        if (answer.length < 100) answer += bytes.toString('latin1');
        isOver();
      })
      .on('error', isOver)
      .on('close', isOver)
      .setTimeout(patienceMs, isOver);
    const sending: Sending = {
      socket,
      path,
      head: (framing) =>
        `${method} ${filled} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: ${type}\r\n` +
        // Limits by address would answer for the code behind them.
        `X-Forwarded-For: 10.${(n >> 16) % 250}.${(n >> 8) % 250}.${n % 250}\r\n` +
        `${cookie === null ? '' : `Cookie: ${cookie}\r\n`}${framing}\r\n`,
      body: (bytes) =>
        Buffer.concat([
          Buffer.from(before),
          Buffer.alloc(Math.max(0, bytes - before.length - after.length), 'a'),
          Buffer.from(after),
        ]).subarray(0, bytes),
      answered: answered.promise,
      isAnswered: () => isAnswered,
    };
    socket.once('connect', () => {
      void (WAYS[way] ?? ONLY_HEADERS)(sending).then(() => {
        socket.destroy();
        const status = /^HTTP\/1\.1 (?!100)(\d{3}) /.exec(answer)?.[1];
        resolve(status === undefined ? null : Number(status));
        return status;
      });
    });
    socket.once('error', () => resolve(null));
  });
}
