import { setTimeout as sleep } from 'node:timers/promises';
import { readSource } from '#shop/catalog/sku.ts';
import { maxPictureBytes } from './open-picture.ts';

export type FetchedSplash =
  | { ok: true; data: Buffer }
  | { ok: false; reason: 'missing' | 'unreachable' | 'too_large' };

export type FetchSplash = {
  baseUrl: string;
  sku: string;
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The first wait before a retry; the second is three times as long. */
  retryDelayMs?: number;
};

/** Champions whose splash files have another spelling than their id in the data. */
const splashNames: Record<string, string> = { Fiddlesticks: 'FiddleSticks' };

/**
 * Fetches one splash from the static-data service (or a mirror with its layout). For a missing picture the service
 * answers 403, not 404. Throws only when the caller's signal aborts.
 */
export async function fetchSplash(request: FetchSplash): Promise<FetchedSplash> {
  const { sku, signal, retryDelayMs = 300 } = request;
  const { championId = '', skinNum } = readSource(sku) ?? {};
  // An id of another spelling has no picture. The catalogue never has one.
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(championId)) return { ok: false, reason: 'missing' };
  const name = Object.hasOwn(splashNames, championId) ? splashNames[championId] : championId;
  const url = `${request.baseUrl.replace(/\/+$/, '')}/cdn/img/champion/splash/${name}_${skinNum}.jpg`;

  for (const wait of [0, retryDelayMs, retryDelayMs * 3]) {
    if (wait > 0) await sleep(wait, undefined, signal ? { signal } : {});
    const answer = await attempt(url, request);
    if (answer !== 'again') return answer;
  }
  return { ok: false, reason: 'unreachable' };
}

async function attempt(url: string, request: FetchSplash): Promise<FetchedSplash | 'again'> {
  const { fetch = globalThis.fetch, signal, timeoutMs = 10_000 } = request;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      // A redirect would let the source point this server at an address inside its own network.
      redirect: 'manual',
      headers: { accept: 'image/jpeg' },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (response.ok) return await readCapped(response);
    // An unread body would block the connection for other requests.
    await response.body?.cancel();
    if (response.status === 403 || response.status === 404) return { ok: false, reason: 'missing' };
    return response.status >= 500 || response.status === 429 ? 'again' : { ok: false, reason: 'unreachable' };
  } catch {
    signal?.throwIfAborted();
    return 'again';
  }
}

/** Counts the bytes that arrive: the declared length may be wrong or absent. */
async function readCapped(response: Response): Promise<FetchedSplash> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxPictureBytes) return { ok: false, reason: 'too_large' };
    chunks.push(chunk);
  }
  return { ok: true, data: Buffer.concat(chunks) };
}
