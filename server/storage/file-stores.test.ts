import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '#shop/media/file-store.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { createDiskFiles } from './disk-files.ts';
import { EnvError } from '../config/env.ts';
import { checkS3, createS3Files, listS3Keys } from './s3-files.ts';

const stores = {
  async disk() {
    const directory = await mkdtemp(join(tmpdir(), 'fulgor-files-'));
    return {
      files: createDiskFiles(directory),
      directory,
      close: () => rm(directory, { recursive: true, force: true }),
    };
  },
  async s3() {
    const server = await startS3Server();
    return { files: createS3Files(server.settings), directory: null, close: () => server.close() };
  },
};

describe.each(Object.entries(stores))('files on %s', (_, open) => {
  let files: FileStore;
  let directory: string | null;
  let close: () => Promise<void>;
  beforeAll(async () => ({ files, directory, close } = await open()));
  afterAll(() => close());

  test('what was written is read back byte for byte', async () => {
    const content = Buffer.from(Array.from({ length: 70_000 }, (_unused, index) => (index * 31) % 256));
    await files.write('uploads/a-1', content);
    expect((await files.read('uploads/a-1'))?.equals(content)).toBe(true);
  });

  test('an empty file is a file', async () => {
    await files.write('uploads/empty', Buffer.alloc(0));
    expect(await files.read('uploads/empty')).toEqual(Buffer.alloc(0));
  });

  test('a second write replaces the first', async () => {
    await files.write('uploads/twice', Buffer.from('one'));
    await files.write('uploads/twice', Buffer.from('two'));
    expect(String(await files.read('uploads/twice'))).toBe('two');
  });

  test('keys with folders and endings do not collide', async () => {
    await files.write('img/Ahri_1/480.webp', Buffer.from('webp'));
    await files.write('img/Ahri_1/480.avif', Buffer.from('avif'));
    expect(String(await files.read('img/Ahri_1/480.webp'))).toBe('webp');
  });

  test('of a write that fails nothing stays', async () => {
    await files.write('uploads/stays/whole', Buffer.from('whole'));
    // On a disk a folder stands where the file should.
    const key = 'uploads/stays';
    const failed = await files.write(key, Buffer.from('x')).then(
      () => false,
      () => true,
    );
    expect(failed).toBe(directory !== null);
    if (directory === null) return;
    expect((await readdir(join(directory, 'uploads'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('what is not there reads as null and can be removed', async () => {
    expect(await files.read('uploads/never')).toBeNull();
    await expect(files.remove('uploads/never')).resolves.toBeUndefined();
  });

  test('a removed file is gone', async () => {
    await files.write('uploads/gone', Buffer.from('x'));
    await files.remove('uploads/gone');
    expect(await files.read('uploads/gone')).toBeNull();
  });

  test('ten writers of one key leave one whole file', async () => {
    const contents = Array.from({ length: 10 }, (_unused, index) => String(index).repeat(20_000));
    await Promise.all(contents.map((content) => files.write('uploads/raced', Buffer.from(content))));
    expect(contents).toContain(String(await files.read('uploads/raced')));
  });

  test.each([
    '../outside',
    'uploads/../../etc/passwd',
    '/absolute',
    'a//b',
    '',
    'a b',
    'a?b',
    'a%2fb',
    'a\u0000b',
  ])('the key %j is refused, whatever is asked of it', async (key) => {
    await expect(files.read(key)).rejects.toThrow('Not a file key');
    await expect(files.write(key, Buffer.from('x'))).rejects.toThrow('Not a file key');
    await expect(files.remove(key)).rejects.toThrow('Not a file key');
  });
});

describe('an S3 that misbehaves', () => {
  const settings = {
    region: 'us-east-1',
    bucket: 'b',
    accessKeyId: 'KEYKEYKEY',
    secretAccessKey: 'SECRETSECRET',
  };

  async function answering(listener: RequestListener) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  test('two failures in a row cost a moment, not the file', async () => {
    let asked = 0;
    await using server = await answering((request, response) => {
      asked += 1;
      if (asked === 1) return void request.socket.destroy();
      response.statusCode = asked === 2 ? 503 : 200;
      response.end('here');
    });
    const files = createS3Files({ ...settings, endpoint: server.endpoint });
    expect(String(await files.read('uploads/a'))).toBe('here');
    expect(asked).toBe(3);
  });

  test('a refusal throws with its code, is not repeated, and names neither key nor secret', async () => {
    let asked = 0;
    await using server = await answering((_request, response) => {
      asked += 1;
      response.statusCode = 403;
      response.end(
        `<Error><Code>AccessDenied</Code><AWSAccessKeyId>${settings.accessKeyId}</AWSAccessKeyId></Error>`,
      );
    });
    const error = await createS3Files({ ...settings, endpoint: server.endpoint })
      .write('uploads/a', Buffer.from('x'))
      .catch((reason: unknown) => reason);
    expect(String(error)).toBe('Error: S3 PUT uploads/a: HTTP 403 AccessDenied');
    expect(asked).toBe(1);
  });

  test('a redirect is not followed: the signed content goes to nobody else', async () => {
    let elsewhere = 0;
    await using thief = await answering((_request, response) => {
      elsewhere += 1;
      response.end();
    });
    await using server = await answering((_request, response) => {
      response.writeHead(307, { Location: `${thief.endpoint}/b/uploads/a` }).end();
    });
    const files = createS3Files({ ...settings, endpoint: server.endpoint });
    await expect(files.write('uploads/a', Buffer.from('x'))).rejects.toThrow('HTTP 307');
    expect(elsewhere).toBe(0);
  });
});

describe.each<[string, RequestListener]>([
  ['takes the call and says nothing', () => {}],
  [
    'begins an answer and sends it byte by byte',
    (_request, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    },
  ],
])('an S3 that %s', (_what, listener) => {
  // shows: threat 68
  test('is left in time, whatever the garbage collector takes meanwhile', async () => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account = { accessKeyId: 'KEYKEYKEY', secretAccessKey: 'SECRETSECRET' };
    const files = createS3Files({ ...account, endpoint, region: 'us-east-1', bucket: 'b' }, 300);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const collecting = setInterval(collectGarbage, 50);
    try {
      const gone = { name: 'TimeoutError' };
      const asked: Promise<unknown>[] = [files.read('uploads/a'), files.write('uploads/a', Buffer.from('x'))];
      const answers = await Promise.allSettled(asked.map((each) => within(5_000, each)));
      // The slow answer to a write has its status at the beginning; nobody waits for its body.
      expect(answers[0]).toMatchObject({ status: 'rejected', reason: gone });
      expect(JSON.stringify(answers[1])).not.toContain('no answer within');
    } finally {
      clearInterval(collecting);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    sleep(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`no answer within ${ms} ms`))),
  ]);
}

describe('the keys of a bucket that begin so', () => {
  test('are named, and no others', async () => {
    const server = await startS3Server();
    try {
      const files = createS3Files(server.settings);
      const keys = ['backups/a/x', 'backups/b/x', 'backups/b/y'];
      for (const key of [...keys, 'uploads/other']) await files.write(key, Buffer.from('x'));
      expect(await listS3Keys(server.settings, 'backups/')).toEqual(keys);
      expect(await listS3Keys(server.settings, 'nothing/')).toEqual([]);
      const wrong = { ...server.settings, secretAccessKey: 'wrong' };
      await expect(listS3Keys(wrong, 'backups/')).rejects.toThrow('S3 LIST backups/: HTTP 403');
    } finally {
      await server.close();
    }
  });

  test('come in as many answers as it takes', async () => {
    const asked: URLSearchParams[] = [];
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://s3');
      const [key, next] = asked.length === 0 ? ['a', 'to+ken/=='] : ['b', null];
      asked.push(searchParams);
      const token = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
      response.end(`<ListBucketResult><Contents><Key>x/${key}</Key></Contents>${token}</ListBucketResult>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account = { accessKeyId: 'KEYKEYKEY', secretAccessKey: 'SECRETSECRET' };
    try {
      const settings = { ...account, endpoint, region: 'us-east-1', bucket: 'b' };
      expect(await listS3Keys(settings, 'x/')).toEqual(['x/a', 'x/b']);
      expect(asked.map((each) => [each.get('prefix'), each.get('continuation-token')])).toEqual([
        ['x/', null],
        ['x/', 'to+ken/=='],
      ]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('the check at boot', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => (server = await startS3Server()));
  afterAll(() => server.close());

  test('says yes to settings that work', async () => {
    expect(await checkS3(server.settings)).toBe(true);
  });

  test.each([
    ['S3_BUCKET', { bucket: 'nobody-made-this' }],
    ['S3_ACCESS_KEY_ID', { secretAccessKey: 'wrong' }],
  ])('stops the boot and names %s', async (variable, wrong) => {
    const error = await checkS3({ ...server.settings, ...wrong }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EnvError);
    expect((error as EnvError).problems.map((problem) => problem.variable)).toEqual([variable]);
  });

  test('lets the shop start while the storage is silent', async () => {
    expect(await checkS3({ ...server.settings, endpoint: 'http://127.0.0.1:9' })).toBe(false);
  });
});
