import { createHash, randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertFileKey, type FileStore } from '#shop/media/file-store.ts';
import { EnvError, type Env } from '../config/env.ts';

type S3Settings = NonNullable<Env['s3']>;

const ATTEMPTS = 3;
const PAUSE_MS = 100;
const PATIENCE_MS = 8_000;

/** Files in one S3-compatible bucket, which may be private: the shop reads and serves them itself. */
export function createS3Files(settings: S3Settings, patienceMs = PATIENCE_MS): FileStore {
  const ask = connect(settings, patienceMs);
  return {
    async read(key) {
      const answer = await ask('GET', key);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return null;
      throw await describe(answer, 'GET', key);
    },
    async write(key, content) {
      const answer = await ask('PUT', key, content);
      if (!answer.ok) throw await describe(answer, 'PUT', key);
      await answer.body?.cancel();
    },
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (!answer.ok && answer.status !== 404) throw await describe(answer, 'DELETE', key);
    },
  };
}

/**
 * Asked once at boot: writes, reads what is absent, removes. A storage that says no is a setting to mend, and stops the boot.
 * @returns false when it did not answer: the shop sells without it, and pictures come back with it.
 */
export async function checkS3(settings: S3Settings): Promise<boolean> {
  const ask = connect(settings, PATIENCE_MS);
  const key = `check/${randomUUID()}`;
  // Without the right to list, S3 answers 403 for what is absent, and the shop could not tell the two apart.
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

function connect(settings: S3Settings, patienceMs: number) {
  // Its own retries start after 50 ms and double ten times: a visitor's browser would wait for a minute.
  const signer = new AwsClient({ ...settings, service: 's3', retries: 0 });
  // The bucket in the path, not in the host name: that works with every S3-compatible server.
  const root = `${settings.endpoint}/${settings.bucket}`;

  return async (method: 'GET' | 'PUT' | 'DELETE', key: string, content?: Buffer): Promise<Response> => {
    assertFileKey(key);
    const body = content ? new Uint8Array(content) : null;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(patienceMs);
    for (let attempt = 1; ; attempt += 1) {
      // Each of these is safe to repeat: a key is written once, with one content.
      // Signed with the content, so that a byte lost on the way is refused instead of kept.
      const request: RequestInit = { method, body, headers: { 'x-amz-content-sha256': hash } };
      const signed = await signer.sign(`${root}/${key}`, request);
      // Not `signer.fetch`: the signal of a Request that nobody holds any more is collected as garbage, and the time
      // limit with it. It holds until the body is read, also when that comes byte by byte.
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
  };
}

async function describe(answer: Response, method: string, key: string): Promise<Error> {
  const code = await readCode(answer);
  return new Error(`S3 ${method} ${key}: HTTP ${answer.status}${code && ` ${code}`}`);
}

/** The part of an S3 error that says what to do; the rest may name the account. */
async function readCode(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? '';
}
