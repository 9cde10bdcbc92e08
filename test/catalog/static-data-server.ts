import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { smallMirror } from './invented-mirror.ts';
import type { Mirror } from './mirror.ts';

export interface StaticDataServer {
  url: string;
  /** Paths asked for, oldest first. */
  requests: string[];
  /** The most requests that were in flight at one moment. */
  readonly atOnce: number;
  /** The next `times` answers for this path are a 500, or what `as` says. */
  fail(path: string, times?: number, as?: number | 'garbage' | 'drop' | 'hang'): void;
  /** Answers this instead of the mirror's file. */
  serve(path: string, body: string): void;
  /** Every connection is cut, as from a host that is gone. */
  down(isDown?: boolean): void;
  delay(milliseconds: number): void;
  /** No splash is there, so the shop draws its own: for looking at screens. */
  withoutSplashes(): void;
  /** As at its start: all of the above is forgotten. */
  renew(): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Splashes that the mirror says it does not have, as the real service does: 403. */
export const MISSING_SPLASHES = new Set(['Zed_1', 'Garen_2']);

const SPLASH_PATH = /^\/cdn\/img\/champion\/splash\/([A-Za-z]+)_(\d+)\.jpg$/;

/** The static-data service over real HTTP: the mirror's documents, and pictures made up here. */
export async function startStaticDataServer(mirror: Mirror = smallMirror): Promise<StaticDataServer> {
  const requests: string[] = [];
  const failures = new Map<string, (number | 'garbage' | 'drop' | 'hang')[]>();
  const served = new Map<string, string>();
  let isDown = false;
  let hasSplashes = true;
  let delayMs = 0;
  let inFlight = 0;
  let atOnce = 0;

  async function find(path: string): Promise<{ status: number; type: string; body: Buffer | string }> {
    const own = served.get(path);
    if (own !== undefined) return { status: 200, type: 'application/json', body: own };
    const splash = SPLASH_PATH.exec(path);
    if (splash) {
      const [, name = '', num = ''] = splash;
      // The data says Fiddlesticks, the pictures say FiddleSticks.
      if (!hasSplashes || name === 'Fiddlesticks' || MISSING_SPLASHES.has(`${name}_${num}`)) {
        return { status: 403, type: 'application/xml', body: '<Error><Code>AccessDenied</Code></Error>' };
      }
      return { status: 200, type: 'image/jpeg', body: await paintSplash(name, Number(num)) };
    }
    const document = mirror(path);
    return document === null
      ? { status: 403, type: 'text/plain', body: 'AccessDenied' }
      : { status: 200, type: 'application/json', body: document };
  }

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    requests.push(path);
    if (isDown) {
      incoming.socket.destroy();
      return;
    }
    atOnce = Math.max(atOnce, ++inFlight);
    outgoing.once('close', () => void inFlight--);
    void (async () => {
      if (delayMs > 0) await sleep(delayMs);
      const failure = failures.get(path)?.shift();
      if (failure === 'hang') return;
      if (failure === 'drop') {
        incoming.socket.destroy();
        return;
      }
      const { status, type, body } =
        failure === 'garbage'
          ? { status: 200, type: 'text/html', body: '<html>Bad gateway' }
          : typeof failure === 'number'
            ? { status: failure, type: 'text/plain', body: 'failure on demand' }
            : await find(path);
      outgoing.writeHead(status, { 'content-type': type });
      outgoing.end(body);
    })();
  });
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', done);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get atOnce() {
      return atOnce;
    },
    fail(path, times = 1, as = 500) {
      failures.set(path, [...(failures.get(path) ?? []), ...Array(times).fill(as)]);
    },
    serve: (path, body) => void served.set(path, body),
    down: (value = true) => void (isDown = value),
    delay: (milliseconds) => void (delayMs = milliseconds),
    withoutSplashes: () => void (hasSplashes = false),
    renew() {
      requests.length = 0;
      failures.clear();
      served.clear();
      [isDown, hasSplashes, delayMs, atOnce] = [false, true, 0, 0];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A picture of the real size whose colour tells which skin it is. */
async function paintSplash(name: string, num: number): Promise<Buffer> {
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, num * 31) % 200;
  return sharp({
    create: { width: 1215, height: 717, channels: 3, background: { r: 40 + hue, g: 60, b: 200 - hue } },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}
