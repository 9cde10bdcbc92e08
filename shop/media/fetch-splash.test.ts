import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchSplash, type FetchSplash } from './fetch-splash.ts';
import { maxPictureBytes } from './open-picture.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
let baseUrl: string;
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  answer(request, response);
});

beforeEach(async () => {
  asked = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (change: Partial<FetchSplash> = {}) =>
  fetchSplash({ baseUrl, sku: 'lol:Ahri:7', retryDelayMs: 5, ...change });

const status = (code: number) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(code).end('no');

describe('fetchSplash', () => {
  it('brings the picture from the service’s path, with or without a slash after the origin', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture');
    expect(await ask()).toEqual({ ok: true, data: Buffer.from('picture') });
    await ask({ baseUrl: `${baseUrl}/` });
    expect(asked).toEqual(Array(2).fill('GET /cdn/img/champion/splash/Ahri_7.jpg'));
  });

  it('asks for Fiddlesticks under the spelling its files have', async () => {
    answer = (_, response) => response.end('picture');
    await ask({ sku: 'lol:Fiddlesticks:9' });
    expect(asked).toEqual(['GET /cdn/img/champion/splash/FiddleSticks_9.jpg']);
  });

  it.each([403, 404])('takes %i for a missing picture and does not ask again', async (code) => {
    answer = status(code);
    expect(await ask()).toEqual({ ok: false, reason: 'missing' });
    expect(asked).toHaveLength(1);
  });

  it('asks three times when the service fails, and succeeds if it recovers', async () => {
    answer = status(503);
    expect(await ask()).toEqual({ ok: false, reason: 'unreachable' });
    expect(asked).toHaveLength(3);
    answer = (request, response) => (asked.length < 6 ? request.socket.destroy() : response.end('late'));
    expect(await ask()).toEqual({ ok: true, data: Buffer.from('late') });
  });

  it('is unreachable when nothing listens or nothing answers in time', async () => {
    expect(await ask({ baseUrl: 'http://127.0.0.1:1' })).toEqual({ ok: false, reason: 'unreachable' });
    answer = () => {};
    expect(await ask({ timeoutMs: 40 })).toEqual({ ok: false, reason: 'unreachable' });
    expect(asked).toHaveLength(3);
  });

  it('gives up on a body that stalls half-way', async () => {
    answer = (_, response) => void response.writeHead(200).write('half');
    expect(await ask({ timeoutMs: 40 })).toEqual({ ok: false, reason: 'unreachable' });
  });

  // shows: threat 30
  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await ask()).toEqual({ ok: false, reason: 'unreachable' });
    expect(asked).toEqual(['GET /cdn/img/champion/splash/Ahri_7.jpg']);
  });

  it('stops reading at the byte cap, whatever length was declared', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    answer = (_, response) => {
      const send = () => {
        if (response.destroyed || sent > 4 * maxPictureBytes) return void response.end();
        sent += piece.length;
        response.write(piece, () => setImmediate(send));
      };
      send();
    };
    expect(await ask()).toEqual({ ok: false, reason: 'too_large' });
    expect(sent).toBeLessThan(4 * maxPictureBytes);
  });

  // shows: threat 31
  it('never asks for a name that could leave the folder, or for what comes from elsewhere', async () => {
    answer = (_, response) => response.end('picture');
    for (const championId of ['../x', 'a/b', 'A%2e', '', 'Jade_Ahri', '1x', 'A\u0000']) {
      expect(await ask({ sku: `lol:${championId}:1` })).toEqual({ ok: false, reason: 'missing' });
    }
    for (const sku of ['lol:Ahri:-1', 'lol:Ahri:1.5', 'file:armas:Ahri']) {
      expect(await ask({ sku })).toEqual({ ok: false, reason: 'missing' });
    }
    expect(asked).toEqual([]);
  });

  it('ends at once, and throws, when its caller gives up', async () => {
    const caller = new AbortController();
    answer = () => caller.abort(new Error('visitor left'));
    await expect(ask({ signal: caller.signal })).rejects.toThrow('visitor left');
    expect(asked).toHaveLength(1);
  });
});
