import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError, type StaticDataPolicy } from '#shop/catalog/catalog-provider.ts';

/** Half of each pause is random, so that shops that failed together do not return together. */
export const STATIC_DATA_POLICY: StaticDataPolicy = {
  timeoutMs: 10_000,
  attempts: 3,
  backoffMs: (retry) => 400 * 2 ** retry * (0.5 + Math.random() / 2),
  maxBytes: 4 * 1024 * 1024,
};

/**
 * Fetches one JSON document of the static-data service.
 * @throws CatalogError when no attempt is left, or at once if another attempt would get the same answer.
 */
export async function fetchStaticData(
  url: string,
  policy: StaticDataPolicy,
  signal: AbortSignal,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(url, policy, signal);
    } catch (error) {
      const failure = error instanceof CatalogError ? error : asUnreachable(url, error);
      if (signal.aborted || !failure.retryable || attempt >= policy.attempts) throw failure;
      // The signal ends the pause early; then the next attempt fails at once.
      await sleep(policy.backoffMs(attempt), undefined, { signal }).catch(() => {});
    }
  }
}

async function askOnce(url: string, policy: StaticDataPolicy, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // A redirect would let the source point this server at an address inside its own network.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(policy.timeoutMs)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    const retryable = response.status >= 500 || response.status === 429;
    throw new CatalogError('unreachable', `${new URL(url).pathname} answered ${response.status}`, retryable);
  }
  const text = await readCapped(response, policy.maxBytes, url);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CatalogError('malformed', `${new URL(url).pathname} is not JSON`, true);
  }
}

/** Counts the decompressed bytes, which no Content-Length announces. */
async function readCapped(response: Response, maxBytes: number, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new CatalogError('malformed', `${new URL(url).pathname} is larger than ${maxBytes} bytes`, false);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function asUnreachable(url: string, error: unknown): CatalogError {
  const { name, cause: reason } = error as Error & { cause?: { code?: string; message?: string } };
  const cause = reason?.code ?? reason?.message ?? name;
  return new CatalogError('unreachable', `${new URL(url).pathname} did not answer (${cause})`, true);
}
