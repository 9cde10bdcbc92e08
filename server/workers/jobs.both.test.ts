import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobs } from '#jobs/all-jobs.ts';
import { countRetries, MAIL_RETRIES } from '#shop/retry-policy.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { createTestDatabase } from '#test/database.ts';
import { createJobRunner } from './jobs.ts';

let shop: TestContext;

beforeEach(async () => {
  shop = await createTestContext();
});
afterEach(() => shop.close());

const write = (to: string) =>
  shop.ctx.transaction((tx) =>
    shop.ctx.enqueue(tx, {
      name: 'mail-account',
      data: { kind: 'confirm-email', to, name: 'Bruna', url: 'http://localhost:3000/x' },
    }),
  );
const people = Array.from({ length: 6 }, (_, n) => `${n}@exemplo.com`);

test('what waits in a queue is worked in its order, without a pause between two', async () => {
  for (const to of people) await write(to);
  await shop.work();
  await expect.poll(() => shop.mails.map(({ to }) => to), { timeout: 10_000 }).toEqual(people);
});

test.skipIf(process.env.TEST_DATABASE_URL)(
  'on the embedded database a mail does not wait for the next look at its queue',
  async () => {
    await shop.work();
    for (const to of people) {
      await write(to);
      // The context looks at its queues once an hour.
      await expect.poll(() => shop.mails.at(-1)?.to, { timeout: 10_000 }).toBe(to);
    }
  },
);

test('one that fails is told, kept for another try, and holds none of the others up', async () => {
  const { send } = shop.ctx.mailer;
  shop.ctx.mailer.send = async (mail) => {
    if (mail.to === people[1]) throw new Error('mailbox unknown');
    await send(mail);
  };
  for (const to of people) await write(to);
  await shop.work();
  await expect
    .poll(() => shop.mails.map(({ to }) => to), { timeout: 10_000 })
    .toEqual(people.filter((to) => to !== people[1]));
  expect(shop.logLines).toContainEqual({
    level: 'error',
    event: 'job.failed',
    fields: { error: expect.objectContaining({ message: 'mailbox unknown' }) },
  });
});

// shows: threat 59
test(
  'a queue that an older release made is given the patience of this one',
  { tags: 'release' },
  async () => {
    const database = await createTestDatabase();
    const runner = createJobRunner(database, shop.ctx.log);
    await runner.prepare();
    await database.executeSql(`update jobs.queue set retry_limit = 12, retry_delay_max = 3600`);
    await createJobRunner(database, shop.ctx.log).prepare();
    const { rows } = await database.executeSql(
      `select retry_limit as retries, retry_delay_max as longest from jobs.queue where name = 'mail-payment-confirmed'`,
    );
    await runner.stop();
    await database.close();
    expect(rows).toEqual([
      { retries: countRetries(MAIL_RETRIES), longest: MAIL_RETRIES.longestPauseSeconds },
    ]);
  },
);

test('a job that was taken without anybody hearing of it is tried again soon, not after a quarter of an hour', async () => {
  const database = await createTestDatabase();
  const runner = createJobRunner(database, shop.ctx.log);
  await runner.prepare();
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => database.executeSql(text, values) },
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
    ...(database.kind === 'embedded' ? { backend: 'pglite' as const } : {}),
  });
  await boss.start();
  await boss.send('mail-account', {});
  await boss.fetch('mail-account');
  await database.executeSql(`update jobs.job set heartbeat_on = heartbeat_on - interval '61 seconds'`);
  await boss.supervise('mail-account');
  const { rows } = await database.executeSql(`select state from jobs.job where name = 'mail-account'`);
  await boss.stop();
  await runner.stop();
  await database.close();
  expect(rows).toEqual([{ state: 'retry' }]);
});

// shows: threat 67
test("the sweep runs the moment a process takes over the jobs, and an older release's schedule is forgotten", async () => {
  const { charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [0]),
  });
  await sql`insert into jobs.schedule (name, cron) values ('sweep-charges', '* * * * *')`.execute(
    shop.ctx.db,
  );
  await shop.simulator.pay(charge.id);
  shop.passSeconds(60);
  await shop.work();
  const { db } = shop.ctx;
  await expect
    .poll(() => db.selectFrom('charges').select('status').where('id', '=', charge.id).executeTakeFirst())
    .toEqual({ status: 'paid' });
  await expect
    .poll(async () => (await sql`select 1 from jobs.schedule where name = 'sweep-charges'`.execute(db)).rows)
    .toEqual([]);
});

test(
  'a shop that was down at night does once what has its one hour',
  { tags: 'release', timeout: 60_000 },
  async () => {
    const database = await createTestDatabase();
    const begin = async () => {
      const runner = createJobRunner(database, shop.ctx.log);
      await runner.prepare();
      await runner.work(shop.ctx);
      return runner;
    };
    const rows = async (text: string) => (await database.executeSql(text)).rows;
    const first = await begin();
    const passed = () => rows('select 1 from jobs.version where cron_on is not null');
    await expect.poll(passed, { timeout: 20_000 }).toHaveLength(1);
    await first.stop();
    await database.executeSql(`update jobs.version set cron_on = cron_on - interval '2 days'`);
    await database.executeSql(`update jobs.schedule set created_on = created_on - interval '9 days'`);
    const again = await begin();
    const nightly = [{ name: 'forget-old' }, { name: 'make-backup' }];
    const made = () =>
      rows(`select name from jobs.job where name in ('forget-old', 'make-backup') order by name`);
    await expect.poll(made, { timeout: 20_000 }).toEqual(nightly);
    expect(
      await rows(`select name from jobs.schedule where options ->> 'missed' = 'once' order by name`),
    ).toEqual(nightly);
    await again.stop();
    await database.close();
  },
);

test('after a later release has been there the jobs still run: its queue is newer, and nothing is taken back', async () => {
  await shop.ctx.db.executeQuery(sql`update jobs.version set version = version + 1`.compile(shop.ctx.db));
  await write(people[0]!);
  await shop.work();
  await expect.poll(() => shop.mails.map(({ to }) => to)).toEqual([people[0]]);
});

test('all queues together ask for two connections at most', async () => {
  const database = await createTestDatabase();
  let asking = 0;
  let most = 0;
  let looks = 0;
  const counted = async (text: string, values?: unknown[]) => {
    most = Math.max(most, ++asking);
    if (text.includes('SKIP LOCKED')) looks += 1;
    return database.executeSql(text, values).finally(() => asking--);
  };
  const runner = createJobRunner({ ...database, executeSql: counted }, shop.ctx.log);
  await runner.prepare();
  await runner.work(shop.ctx);
  // On a server the process is elected a moment later; then each queue is looked at.
  await expect.poll(() => looks).toBeGreaterThan(jobs.filter(({ everySeconds }) => !everySeconds).length);
  await runner.stop();
  await database.close();
  expect(most).toBe(2);
});

test('at rest only the queues that somebody waits for are looked at every second', async () => {
  const polled = jobs.filter(({ everySeconds }) => !everySeconds);
  const database = await createTestDatabase();
  const work = vi.spyOn(PgBoss.prototype, 'work');
  const runner = createJobRunner(database, shop.ctx.log);
  await runner.prepare();
  await runner.work(shop.ctx);
  // On a server the process is elected a moment later.
  await expect.poll(() => work.mock.calls.length).toBeGreaterThanOrEqual(polled.length);
  await runner.stop();
  await database.close();
  const found = work.mock.calls.map(([name, options]) => ({ name, ...options }));
  vi.restoreAllMocks();
  expect(found).toMatchObject(
    polled.map(({ name, schedule }) => ({ name, pollingIntervalSeconds: schedule ? 5 : 1 })),
  );
});
