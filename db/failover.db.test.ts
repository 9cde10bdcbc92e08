import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from '#test/providers/balancer.ts';
import { startCluster, type Cluster } from '#test/start-cluster.ts';
import { openDatabase, type DatabaseHandle } from './client.server.ts';

const onServer = process.env.TEST_DATABASE === 'postgres';

let cluster: Cluster | null = null;
let balancer: Balancer;
let database: DatabaseHandle;

beforeAll(async () => {
  if (onServer) cluster = await startCluster();
  if (!cluster) return;
  balancer = await startBalancer(cluster.primary);
  database = await openDatabase({ url: balancer.before(cluster.primary), maxConnections: 4 });
  await database.executeSql('create table said (word text)');
});
afterAll(async () => {
  if (!cluster) return;
  await database.close();
  await balancer.close();
  await cluster.stop();
});

const say = (word: string) => sql`insert into said values (${word})`;
const words = async () => {
  const { rows } = await sql<{ word: string }>`select word from said order by word`.execute(database.db);
  return rows.map(({ word }) => word);
};

test(
  'a connection that was cut is noticed by a read or a new transaction, and only a write may fail',
  { tags: 'release' },
  async ({ skip }) => {
    if (!cluster) return skip('needs PostgreSQL and its pg_basebackup');
    await Promise.all([words(), words(), words()]);
    balancer.cutAtNextQuestion();
    expect(await words()).toEqual([]);
    balancer.cutAtNextQuestion();
    await database.transaction((tx) => say('once').execute(tx));
    balancer.cutAtNextQuestion();
    // Whether it arrived nobody knows, so it is not sent twice.
    await expect(say('never').execute(database.db)).rejects.toThrow(/terminated/);
    const halfway = database.transaction(async (tx) => {
      await say('lost').execute(tx);
      balancer.cutAtNextQuestion();
      await sql`select 1`.execute(tx);
    });
    await expect(halfway).rejects.toThrow(/terminated/);
    expect(await words()).toEqual(['once']);
  },
);

test(
  'while the address leads to a standby nobody reads there, nobody leads there, and all go on when it is the primary',
  { tags: 'release' },
  async ({ skip }) => {
    if (!cluster) return skip('needs PostgreSQL and its pg_basebackup');
    const leading: string[] = [];
    const candidate = await database.electLeader(
      7,
      { start: async () => void leading.push('starts'), stop: async () => void leading.push('stops') },
      () => {},
    );
    const heard: string[] = [];
    let gaps = 0;
    await database.listen(
      'words',
      (word) => heard.push(word),
      () => gaps++,
    );
    await expect.poll(() => leading).toEqual(['starts']);

    await cluster.stopPrimary();
    balancer.leadTo(null);
    const waiting = [words(), database.transaction((tx) => say('after').execute(tx)), words()];
    balancer.leadTo(cluster.standby);
    await expect.poll(() => leading).toEqual(['starts', 'stops']);
    let isPromoted = false;
    const [first] = waiting;
    void first?.then(() => expect(isPromoted).toBe(true));
    // Long enough for a candidate to ask again, and for a read to be answered.
    await new Promise((done) => setTimeout(done, 1_500));
    expect(leading).toEqual(['starts', 'stops']);

    isPromoted = true;
    await cluster.onStandby('select pg_promote()');
    await Promise.all(waiting);
    expect(await words()).toEqual(['after', 'once']);
    await expect.poll(() => leading).toEqual(['starts', 'stops', 'starts']);
    await expect.poll(() => gaps).toBe(1);
    await sql`select pg_notify('words', 'hello')`.execute(database.db);
    await expect.poll(() => heard).toEqual(['hello']);
    await candidate.resign();
  },
);

test(
  'whoever asks for long is told, and a server that is away for long costs nobody a wait and one try for all',
  { tags: 'release' },
  async ({ skip }) => {
    if (!cluster) return skip('needs PostgreSQL and its pg_basebackup');
    // Its own address: the other database looks for its server meanwhile, and its connections would be counted too.
    const own = await startBalancer(cluster.standby);
    const impatient = await openDatabase({
      url: own.before(cluster.standby),
      timeouts: { connectMs: 400, queryMs: 400, heartbeatMs: 1_000 },
    });
    const one = () => sql<{ one: number }>`select 1 as one`.execute(impatient.db);
    own.leadTo(null);
    await expect(one()).rejects.toThrow();
    // The wait is over for all, and however many ask at once, one of them tries.
    const before = own.connections();
    const asked = await Promise.allSettled(Array.from({ length: 50 }, one));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(own.connections() - before).toBeLessThanOrEqual(1);
    own.leadTo(cluster.standby);
    const answer = () =>
      one().then(
        ({ rows }) => rows,
        () => 'refused',
      );
    await expect.poll(answer).toEqual([{ one: 1 }]);
    await impatient.close();
    await own.close();
  },
);
