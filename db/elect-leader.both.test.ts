import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import { electLeader, type Candidate, type Duties } from './elect-leader.server.ts';

const LOCK = 4711;
let database: TestDatabase;
let candidates: Candidate[];
let leading: string[];

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  [candidates, leading] = [[], []];
});
afterEach(async () => {
  await Promise.all(candidates.map((candidate) => candidate.resign()));
  await database.close();
});

function dutiesOf(name: string, stopping: () => Promise<void> = async () => {}): Duties {
  return {
    start: async () => void leading.push(name),
    async stop() {
      await stopping();
      leading.splice(leading.indexOf(name), 1);
    },
  };
}

async function stand(duties: Duties): Promise<Candidate> {
  const candidate = await database.electLeader(LOCK, duties, () => {});
  candidates.push(candidate);
  return candidate;
}

test('the only candidate leads, and stops on resigning', async () => {
  const only = await stand(dutiesOf('only'));
  await expect.poll(() => leading).toEqual(['only']);
  await only.resign();
  expect(leading).toEqual([]);
});

test('of several candidates one leads; the next starts when it has stopped, not before', async ({ skip }) => {
  if (!database.url) return skip('the embedded database has one process');
  const { promise: hasStopped, resolve: stops } = Promise.withResolvers<void>();
  const first = await stand(dutiesOf('first', () => hasStopped));
  await expect.poll(() => leading).toEqual(['first']);
  await stand(dutiesOf('second'));
  await stand(dutiesOf('third'));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const resigned = first.resign();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(leading).toEqual(['first']);
  stops();
  await resigned;
  await expect.poll(() => leading, { timeout: 5_000 }).toHaveLength(1);
  expect(leading).not.toContain('first');
});

test('a leader that loses its connection stops, and is a candidate again', async ({ skip }) => {
  if (!database.url) return skip('the embedded database has no connections');
  let starts = 0;
  await stand({
    start: async () => void (starts += 1),
    stop: async () => void leading.push('stopped'),
  });
  await expect.poll(() => starts).toBe(1);
  await database.executeSql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fulgor-jobs' and datname = current_database()`,
  );
  await expect.poll(() => leading).toEqual(['stopped']);
  await expect.poll(() => starts, { timeout: 5_000 }).toBe(2);
});

test('duties that fail to start are stopped, and started again', async ({ skip }) => {
  if (!database.url) return skip('the embedded database tells its one caller');
  let tries = 0;
  await stand({
    start: async () => {
      tries += 1;
      if (tries === 1) throw new Error('not today');
      leading.push('started');
    },
    stop: async () => void leading.push('stopped'),
  });
  await expect.poll(() => leading, { timeout: 5_000 }).toEqual(['stopped', 'started']);
});

const EAGER = { lock: LOCK, onError: () => {}, heartbeatMs: 200 };

test('the database ends the lead of a process that says nothing, though its connection lives', async ({
  skip,
}) => {
  if (!database.url) return skip('the embedded database has no connections');
  candidates.push(
    electLeader(database.url, { ...EAGER, duties: dutiesOf('frozen'), heartbeatMs: 60_000, silentMs: 500 }),
  );
  await expect.poll(() => leading).toEqual(['frozen']);
  await stand(dutiesOf('next'));
  await expect.poll(() => leading).toEqual(['next']);
});

test('a leader that starts or stops for a long time keeps the lead meanwhile', async ({ skip }) => {
  if (!database.url) return skip('the embedded database tells its one caller');
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 3_000));
  const { start, stop } = dutiesOf('slow', slow);
  const duties = { start: () => start().then(slow), stop };
  const first = electLeader(database.url, { ...EAGER, duties, silentMs: 2_000 });
  candidates.push(first);
  await expect.poll(() => leading).toEqual(['slow']);
  await stand(dutiesOf('second'));
  await first.resign();
  expect(leading).not.toContain('slow');
  await expect.poll(() => leading).toEqual(['second']);
});
