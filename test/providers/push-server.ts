import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushDevice {
  /** As `PushSubscription.toJSON()` of a browser. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What it would show, decrypted. */
  shown: { title: string; body: string; path: string; tag: string }[];
  /** Every call for it, also those that were refused. */
  calls: IncomingHttpHeaders[];
}

export interface PushServer {
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string;
  addDevice(): PushDevice;
  /** The next message for anybody is answered so. */
  answerNext(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

/**
 * A push service as RFC 8030 describes it: it takes a message only with a valid signature (RFC 8292) and only what the
 * device's own keys open (RFC 8291), and answers 201.
 */
export async function startPushServer(): Promise<PushServer> {
  const devices = new Map<string, { device: PushDevice; open: (message: Buffer) => string }>();
  const planned: { status: number; headers: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const known = devices.get(request.url ?? '');
      const next = planned.shift();
      known?.device.calls.push(request.headers);
      if (next) return void response.writeHead(next.status, next.headers).end();
      const refusal = known ? judge(request.headers, `http://${request.headers.host}`) : 404;
      if (!known || refusal !== null) return void response.writeHead(refusal ?? 404).end();
      try {
        known.device.shown.push(JSON.parse(known.open(Buffer.concat(chunks))) as PushDevice['shown'][0]);
        response.writeHead(201).end();
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    addDevice() {
      const ecdh = createECDH('prime256v1');
      const point = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
      const device = { subscription: { endpoint: `http://${host}${path}`, keys }, shown: [], calls: [] };
      devices.set(path, { device, open: (message) => decrypt(message, { ecdh, point, auth }) });
      return device;
    },
    answerNext: (status, headers = {}) => void planned.push({ status, headers }),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** null: nothing is wrong with it. */
function judge(headers: IncomingHttpHeaders, origin: string): number | null {
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return 400;
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) return 400;
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return 401;
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url')))
    return 401;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as never;
  const { alg } = read(head) as { alg: string };
  const { aud, exp, sub } = read(body) as { aud: string; exp: number; sub: string };
  const seconds = exp - Date.now() / 1000;
  const isRight = alg === 'ES256' && aud === origin && /^(?:mailto:.+@|https:)/.test(sub);
  // Tests move the shop's clock by days.
  return isRight && seconds > 0 && seconds < 60 * 24 * 3600 ? null : 403;
}

function decrypt(
  message: Buffer,
  { ecdh, point, auth }: { ecdh: ReturnType<typeof createECDH>; point: Buffer; auth: Buffer },
): string {
  const salt = message.subarray(0, 16);
  const sender = message.subarray(21, 21 + message[20]!);
  const record = message.subarray(21 + message[20]!);
  const hkdf = (secret: Buffer, with_: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
  const secret = hkdf(ecdh.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (padded.at(-1) !== 2) throw new Error('The record has no end.');
  return padded.subarray(0, -1).toString('utf8');
}
