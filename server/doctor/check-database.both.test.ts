import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import { parseEnv } from '../config/env.ts';
import type { Place } from './check.ts';
import { checkDatabase } from './checks/check-database.ts';

const testOnServer = test.runIf(process.env.TEST_DATABASE === 'postgres');
const NOBODY = 'postgres://nobody@127.0.0.1:9/x';

let database: TestDatabase;
beforeAll(async () => void (database = await createEmptyTestDatabase()));
afterAll(() => database.close());

const examine = (addresses: Record<string, string>) =>
  checkDatabase.examine(
    { env: parseEnv({ DATABASE_URL: database.url!, ...addresses }) } as Place,
    AbortSignal.timeout(10_000),
  );

testOnServer('each address is asked, and the row names the one that does not answer', async () => {
  expect(await examine({})).toMatchObject({ state: 'ok' });
  const direct = await examine({ DATABASE_DIRECT_URL: NOBODY });
  expect(direct).toMatchObject({ state: 'broken', meaning: expect.stringContaining('DATABASE_DIRECT_URL') });
  const read = await examine({ DATABASE_READ_URL: NOBODY });
  expect(read).toMatchObject({ state: 'warning', meaning: expect.stringContaining('lê tudo do principal') });
});

testOnServer('a standby that is none, and a pooler without limits of time, are told', async () => {
  const read = await examine({ DATABASE_READ_URL: database.url! });
  expect(read).toMatchObject({
    state: 'warning',
    meaning: expect.stringContaining('não leva a uma réplica'),
  });
  // The same server by another name has no limit of its own, as a pooler that sets none.
  const other = database.url!.replace('127.0.0.1', 'localhost');
  const pooled = await examine({ DATABASE_URL: other, DATABASE_DIRECT_URL: database.url! });
  expect(pooled).toMatchObject({ state: 'warning', cure: expect.stringContaining('connect_query') });
});
