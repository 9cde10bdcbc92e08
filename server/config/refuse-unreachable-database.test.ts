import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase, type DatabaseHandle, type SqlSession } from '#db/client.server.ts';
import { refuseUnreachableDatabase } from './refuse-unreachable-database.ts';

const HERE = 'postgres://loja@127.0.0.1:9/loja';
const one = { databaseUrl: HERE, databaseDirectUrl: HERE };
const pooled = { ...one, databaseUrl: 'postgres://pooler/loja' };

const opening = (
  openSession: () => Promise<SqlSession>,
): Pick<DatabaseHandle, 'kind' | 'openSession' | 'db'> => ({
  kind: 'postgres',
  db: {} as DatabaseHandle['db'],
  openSession,
});
const refusing = (code: string) => opening(() => Promise.reject(Object.assign(new Error('no'), { code })));
const ofVersion = (major: number) =>
  opening(async () => ({ execute: async () => ({ rows: [{ major }] }), close: async () => {} }));

test.each([
  ['ECONNREFUSED', 'ninguém atende'],
  ['ENOTFOUND', 'o nome da máquina não existe'],
  ['ETIMEDOUT', 'não responde a tempo'],
  ['28P01', 'recusa o usuário ou a senha'],
  ['28000', 'recusa o usuário ou a senha'],
  ['3D000', 'o banco não existe'],
])('%s is told by the variable that leads there', async (code, words) => {
  const expected = (variable: string) => ({
    name: 'EnvError',
    message: expect.stringMatching(
      new RegExp(`  ${variable}: .*${words}.*\\. Exemplo: postgres://`),
    ) as string,
  });
  await expect(refuseUnreachableDatabase(one, refusing(code))).rejects.toMatchObject(
    expected('DATABASE_URL'),
  );
  await expect(refuseUnreachableDatabase(pooled, refusing(code))).rejects.toMatchObject(
    expected('DATABASE_DIRECT_URL'),
  );
});

test('a server that is too old, and one that is not', async () => {
  await expect(refuseUnreachableDatabase(one, ofVersion(14))).rejects.toThrow(
    'DATABASE_URL: leva a um PostgreSQL 14, e a loja precisa do 15 ou mais novo',
  );
  await refuseUnreachableDatabase(one, ofVersion(15));
});

test('an error of another kind stays what it is', async () => {
  await expect(refuseUnreachableDatabase(one, refusing('57P03'))).rejects.toThrow(/^no$/);
});

test('nobody there, and somebody who says nothing', async () => {
  const silent = createServer((socket) => socket.unref());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  for (const [url, words] of [
    [HERE, 'ninguém atende'],
    [`postgres://loja@127.0.0.1:${port}/loja`, 'não responde a tempo'],
  ] as const) {
    const database = await openDatabase({
      url,
      timeouts: { connectMs: 100, queryMs: 100, heartbeatMs: 100 },
    });
    await expect(refuseUnreachableDatabase(one, database)).rejects.toThrow(words);
    await database.close();
  }
  silent.close();
});
