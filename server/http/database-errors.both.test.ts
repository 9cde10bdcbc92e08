import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createJobRunner } from '../workers/jobs.ts';
import { createLog } from '../config/log.ts';

/** A name and a password have no shape that a mask could know. */
const CANARY = {
  cpf: '529.982.247-25',
  email: 'canaria@exemplo.com',
  name: 'Canária Sigilosa',
  password: 'senha-canario-9',
};
const SECRETS = [...Object.values(CANARY), '52998224725', 'Sigilosa'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('users')
    .values({ id: randomUUID(), name: CANARY.name, email: CANARY.email, image: null })
    .execute();
});
afterAll(() => database.close());

const order = {
  id: randomUUID(),
  status: 'awaiting_payment' as const,
  customer_name: CANARY.name,
  customer_email: CANARY.email,
  customer_cellphone: '11987654321',
  customer_tax_id_sealed: CANARY.cpf,
  total_cents: 0,
  description: CANARY.password,
  fingerprint: 'x',
  created_at: new Date(),
};
const all = `${CANARY.cpf} ${CANARY.email} ${CANARY.name} ${CANARY.password}`;

const failures: [what: string, code: string, fail: () => Promise<unknown>][] = [
  [
    'a unique address',
    '23505',
    () =>
      database.db
        .insertInto('users')
        .values({ id: randomUUID(), name: CANARY.password, email: CANARY.email, image: null })
        .execute(),
  ],
  ['a check, which quotes the row', '23514', () => database.db.insertInto('orders').values(order).execute()],
  [
    'the same in a transaction',
    '23514',
    () => database.transaction((tx) => tx.insertInto('orders').values(order).execute()),
  ],
  [
    'a value that is no id, which is quoted in the message',
    '22P02',
    () => database.db.selectFrom('users').selectAll().where('id', '=', all).execute(),
  ],
  ['a search that is none', '42601', () => sql`select to_tsquery(${`( "${all}"`})`.execute(database.db)],
  ['plain SQL with values', '22P02', () => database.executeSql('select $1::uuid', [all])],
  [
    'plain SQL without',
    '23505',
    () =>
      database.executeSql(
        `insert into users (id, name, email) select gen_random_uuid(), name, email from users`,
      ),
  ],
  [
    'a statement that has a name by now',
    '22P02',
    async () => {
      const ask = (id: string) =>
        database.db.selectFrom('users').select('name').where('id', '=', id).execute();
      for (let times = 0; times < 4; times++) await ask(randomUUID());
      await ask(all);
    },
  ],
];

// shows: threat 64
test.each(failures)(
  '%s (%s): neither the error nor its log line holds what was written',
  async (_, code, fail) => {
    const error = await fail().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code });
    const lines: string[] = [];
    createLog({ level: 'debug', write: (line) => void lines.push(line) }).error('job.failed', { error });
    expect(JSON.parse(lines[0]!)).toMatchObject({ error: { code, stack: expect.stringContaining('at ') } });
    for (const secret of SECRETS) {
      expect(lines[0]).not.toContain(secret);
      // As Node prints one that nobody caught.
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
    }
  },
);

test('an error that did not come through db/ is written without its values, also as the copy that pg-boss announces', () => {
  const thrown = Object.assign(new Error(`invalid input syntax for type uuid: "${CANARY.name}"`), {
    severity: 'ERROR',
    code: '22P02',
    constraint: 'orders_total_cents_check',
    detail: `Failing row contains (${CANARY.name}).`,
    where: `unnamed portal parameter $1 = '${CANARY.name}'`,
    query: `select '${CANARY.password}'`,
    params: [CANARY.password],
    parameters: [CANARY.password],
  });
  for (const error of [
    thrown,
    { ...thrown, message: thrown.message, stack: thrown.stack, queue: 'mail-account' },
    new Error('outer', { cause: thrown }),
    new AggregateError([thrown]),
  ]) {
    const lines: string[] = [];
    createLog({ level: 'debug', write: (line) => void lines.push(line) }).error('jobs.failed', { error });
    for (const secret of SECRETS) expect(lines[0]).not.toContain(secret);
    expect(lines[0]).toContain('orders_total_cents_check');
  }
});

test("what failed in pg-boss' own statements, or in a job, keeps no value in log or record", async () => {
  const lines: string[] = [];
  const runner = createJobRunner(
    database,
    createLog({ level: 'debug', write: (line) => void lines.push(line) }),
  );
  await runner.prepare();
  const data = { kind: 'confirm-email' as const, to: CANARY.email, name: CANARY.name, url: CANARY.password };
  await database.executeSql(
    `alter table jobs.job add constraint none_of_these check (name <> 'mail-account')`,
  );
  const refused = await database
    .transaction((tx) => runner.enqueue(tx, { name: 'mail-account', data }))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  createLog({ level: 'debug', write: (line) => void lines.push(line) }).error('x', { error: refused });
  await runner.stop();
  expect(refused).toMatchObject({ code: '23514', constraint: 'none_of_these' });
  for (const secret of SECRETS) {
    expect(inspect(refused, { depth: 9, showHidden: true })).not.toContain(secret);
    expect(lines.join('')).not.toContain(secret);
  }
});
