import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#server/config/env.ts';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type Signer = new (settings: object) => {
  sign(request: object, options: object): Promise<{ headers: Record<string, string> }>;
};

const REGION = 'us-east-1';
// The one account that s3rver knows.
const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

// CommonJS packages in a tree of their own, without types.
const load = createRequire(join(import.meta.dirname, '../servers/package.json'));

/**
 * An S3 server that we did not write (`test/servers`) keeps the objects. It does not check version 4
 * signatures, so a gate in front signs each request anew with the signer of AWS's own client and compares.
 */
export async function startS3Server({
  passed = () => Promise.resolve(),
  host = '127.0.0.1',
}: {
  /** Awaited before each request is looked at: one that waits hears nothing. */
  passed?: () => Promise<void>;
  /** The address that it answers at, for shops in a network of their own. */
  host?: string;
} = {}): Promise<{
  settings: NonNullable<Env['s3']>;
  close(): Promise<void>;
}> {
  const Server = load('s3rver') as new (options: object) => S3rver;
  const directory = await mkdtemp(join(tmpdir(), 'fulgor-s3-'));
  const bucket = 'fulgor-files';
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  // It removes a folder that is empty, and falls when somebody writes there in that moment: each start of a shop does.
  await mkdir(join(directory, bucket, 'check'), { recursive: true });
  await writeFile(join(directory, bucket, 'check', '.stays'), '');
  const gate = createServer((incoming, outgoing) => void passed().then(() => pass(incoming, outgoing, port)));
  await new Promise<void>((resolve) => gate.listen(0, host, resolve));
  return {
    settings: {
      endpoint: `http://${host}:${(gate.address() as AddressInfo).port}`,
      region: REGION,
      bucket,
      ...ACCOUNT,
    },
    async close() {
      gate.closeAllConnections();
      await new Promise((resolve) => gate.close(resolve));
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** How a shop is told of it. */
export function s3Env(settings: NonNullable<Env['s3']>): Record<string, string> {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<void> {
  if (!(await isSigned(incoming))) {
    incoming.resume();
    outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    return;
  }
  const onward = forward(
    // The signature was looked at here. The shop's clock may be moved, and the server behind goes by its own.
    {
      port,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'x-amz-date': writeDate(new Date()) },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

async function isSigned(incoming: IncomingMessage): Promise<boolean> {
  const { authorization = '', host = '', ...others } = incoming.headers;
  const names = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const date = others['x-amz-date'];
  if (typeof date !== 'string' || !names.includes('x-amz-content-sha256')) return false;
  const { SignatureV4 } = load('@smithy/signature-v4') as { SignatureV4: Signer };
  const { Sha256 } = load('@aws-crypto/sha256-js') as { Sha256: unknown };
  const signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: ACCOUNT,
    sha256: Sha256,
    uriEscapePath: false,
  });
  const headers = Object.fromEntries(
    names.map((name) => [name, name === 'host' ? host : String(others[name])]),
  );
  const { pathname, searchParams } = new URL(incoming.url ?? '/', `http://${host}`);
  const request = {
    method: incoming.method,
    protocol: 'http:',
    hostname: host,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers,
  };
  const signingDate = new Date(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const signed = await signer.sign(request, { signingDate, signableHeaders: new Set(names) });
  return signed.headers.authorization === authorization.replaceAll(/,\s*/g, ', ');
}

/** `20261122T115959Z`. */
function writeDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}
