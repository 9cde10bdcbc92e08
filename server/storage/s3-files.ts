import { createHash, randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertFileKey, type FileStore } from '#shop/media/file-store.ts';
import { EnvError, type Env } from '../config/env.ts';

type S3Settings = NonNullable<Env['s3']>;

const ATTEMPTS = 3;
const PAUSE_MS = 100;
const PATIENCE_MS = 8_000;

/** Files in one S3-compatible bucket. It may be private, because the shop serves the files itself. */
export function createS3Files(settings: S3Settings, patienceMs = PATIENCE_MS): FileStore {
  const { demand, find } = connectS3(settings, patienceMs);
  return {
    async read(key) {
      const answer = await find('GET', key);
      return answer && Buffer.from(await answer.arrayBuffer());
    },
    async write(key, content) {
      await (await demand('PUT', key, content)).body?.cancel();
    },
    async remove(key) {
      await find('DELETE', key);
    },
  };
}

/** The keys of the bucket that begin with this. */
export async function listS3Keys(settings: S3Settings, prefix: string): Promise<string[]> {
  const { ask } = connectS3(settings, PATIENCE_MS);
  const keys: string[] = [];
  let next: string | undefined;
  do {
    const asked = new URLSearchParams({ 'list-type': '2', prefix });
    if (next !== undefined) asked.set('continuation-token', next);
    const answer = await ask('GET', null, undefined, { query: `?${asked}` });
    const page = await (await refuse(answer, ['LIST', prefix])).text();
    for (const [, key = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) keys.push(key);
    next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
  } while (next !== undefined);
  return keys;
}

/**
 * Checks the storage at boot: writes, reads a missing file, removes. If the storage refuses, a setting is wrong, and
 * the boot stops.
 * @returns false if the storage does not answer: the shop sells without it, and pictures return with it.
 */
export async function checkS3(settings: S3Settings): Promise<boolean> {
  const { ask } = connectS3(settings, PATIENCE_MS);
  const key = `check/${randomUUID()}`;
  // Without the right to list, S3 answers 403 for a missing file, and the shop could not distinguish the two.
  for (const [method, allowed] of [
    ['GET', 404],
    ['PUT', 200],
    ['DELETE', 204],
  ] as const) {
    const answer = await ask(method, key, method === 'PUT' ? Buffer.from('fulgor') : undefined).catch(
      () => null,
    );
    if (answer === null || answer.status >= 500) return false;
    const code = await readCode(answer);
    if (code === 'NoSuchBucket') {
      throw refusal('S3_BUCKET', 'esse bucket não existe no S3_ENDPOINT', 'fulgor-arquivos');
    }
    if (!answer.ok && answer.status !== allowed) {
      throw refusal(
        'S3_ACCESS_KEY_ID',
        `o armazenamento recusou ${method} no bucket (HTTP ${answer.status}${code && ` ${code}`}); confira também S3_SECRET_ACCESS_KEY e S3_REGION`,
        'uma chave que pode listar, ler, gravar e apagar nesse bucket',
      );
    }
  }
  return true;
}

function refusal(variable: string, wrong: string, example: string): EnvError {
  return new EnvError([{ variable, wrong, example }]);
}

/** `patienceMs`: for one request with its body. */
export function connectS3(settings: S3Settings, patienceMs: number) {
  // The library's retries start after 50 ms and double ten times: the browser would wait for a minute.
  const signer = new AwsClient({ ...settings, service: 's3', retries: 0 });
  // The bucket is in the path, not in the host name: every S3-compatible server supports that.
  const root = `${settings.endpoint}/${settings.bucket}`;

  /** null: the bucket itself. */
  const urlOf = (key: string | null, query = '') => {
    if (key === null) return `${root}${query}`;
    assertFileKey(key);
    return `${root}/${key}${query}`;
  };

  async function ask(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    key: string | null,
    content?: Buffer,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const url = urlOf(key, query);
    const body = content ? new Uint8Array(content) : null;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(patienceMs);
    for (let attempt = 1; ; attempt += 1) {
      // Every request may be repeated: a key is written once, with one content.
      const request: RequestInit = { method, body, headers: { ...headers, 'x-amz-content-sha256': hash } };
      const signed = await signer.sign(url, request);
      // Not `signer.fetch`: the signal of an unreferenced Request is collected as garbage, and its time limit with
      // it. The limit must last until the whole body is read.
      const answer = await fetch(signed.url, {
        ...request,
        headers: signed.headers,
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => (attempt < ATTEMPTS && !signal.aborted ? null : Promise.reject(error)));
      if (answer && (attempt === ATTEMPTS || (answer.status < 500 && answer.status !== 429))) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }

  /** null: there is no such key. Throws what else the bucket refuses. */
  async function find(...request: Parameters<typeof ask>): Promise<Response | null> {
    const answer = await ask(...request);
    if (answer.status === 404) return null;
    return refuse(answer, request);
  }

  async function demand(...request: Parameters<typeof ask>): Promise<Response> {
    return refuse(await ask(...request), request);
  }

  /** The address of a GET that carries its signature with it. */
  async function signAddress(key: string, query: Record<string, string>): Promise<string> {
    const signed = await signer.sign(`${urlOf(key)}?${new URLSearchParams(query)}`, {
      aws: { signQuery: true },
    });
    return signed.url;
  }

  return { ask, find, demand, signAddress };
}

async function refuse(answer: Response, [method, key]: [string, string | null, ...unknown[]]) {
  if (answer.ok) return answer;
  const code = await readCode(answer);
  throw new Error(`S3 ${method} ${key}: HTTP ${answer.status}${code && ` ${code}`}`);
}

/** The part of an S3 error that helps; the rest may name the account. */
async function readCode(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? '';
}
