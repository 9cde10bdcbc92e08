import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';

const CADDYFILE = resolve(import.meta.dirname, '../../deploy/Caddyfile');

export interface Caddy {
  url: string;
  plainUrl: string;
  /** What it has written. */
  log(): string;
  /** A request through TLS that only Caddy's own authority may vouch for. */
  ask(path: string, options?: RequestOptions, body?: string): Promise<IncomingMessage>;
  stop(): Promise<void>;
}

/** Our Caddyfile as it is. For `localhost` Caddy is its own certificate authority. */
export async function startCaddy(upstream: string, ports: { http: number; https: number }): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-caddy-'));
  const child = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SHOP_DOMAIN: 'localhost',
      SHOP_UPSTREAM: upstream,
      SHOP_HTTP_PORT: String(ports.http),
      SHOP_HTTPS_PORT: String(ports.https),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => void (log += text.toString()));
  const exited = once(child, 'exit');

  const ask = (path: string, options: RequestOptions = {}, body = ''): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
      request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port: ports.https,
          path,
          agent: false,
          ...options,
          ca,
          headers: { Host: `localhost:${ports.https}`, ...options.headers },
        },
        done,
      )
        .on('error', fail)
        .end(body);
    });
  for (let tries = 0; ; tries++) {
    const answer = await Promise.resolve()
      .then(() => ask('/healthz'))
      .catch(() => null);
    answer?.resume();
    if (answer) break;
    if (tries > 150 || child.exitCode !== null) throw new Error(`Caddy does not answer:\n${log}`);
    await new Promise((waited) => setTimeout(waited, 100));
  }
  return {
    url: `https://localhost:${ports.https}`,
    plainUrl: `http://localhost:${ports.http}`,
    log: () => log,
    ask,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
