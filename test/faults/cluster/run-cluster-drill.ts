import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareBuyers, type Buyer } from '../../../bench/load/prepare-buyers.ts';
import type { Programs } from '../../cluster/find-programs.ts';
import { addressOf, createNetwork, OUTSIDE } from '../../cluster/network.ts';
import { FRONTS, startCluster, type Cluster, type FrontMachine } from '../../cluster/start-cluster.ts';
import { s3Env, startS3Server } from '../../providers/s3-server.ts';
import { judge } from '../judge/judge.ts';
import { readBooks } from '../judge/read-books.ts';
import { createTestimony, type Testimony } from '../people/testimony.ts';
import { startBank, type Bank } from '../world/bank.ts';
import { openDirectPostgres } from '../world/direct-postgres.ts';
import { createGate } from '../world/gate.ts';
import { startMailServer, type MailServer } from '../world/mail-server.ts';
import { BASE_ENV, type SkinName } from '../world/shop-template.ts';
import { speakAbacatePayV1 } from '../world/speak-abacatepay-v1.ts';
import { CLUSTER_FAULTS, type ClusterFault } from './cluster-faults.ts';
import { openDoor } from './door.ts';
import { openTraffic } from './shoppers.ts';
import { watchJobs, type JobWatch } from './watch-jobs.ts';
import { openWatchers } from './watchers.ts';

const BUYERS = 400;
const WATCHERS = 40;
/** So long the shop sells before anything happens, and after everything is as before. */
const CALM_MS = 6_000;
/** Orders have come without a pause for this long: it is over. */
const STEADY_MS = 4_000;
const FAULT_MS = 60_000;
const SETTLE_MS = 60_000;

export interface DrillRow {
  fault: ClusterFault;
  perSecond: number;
  purchases: number;
  secondsWithoutOrders: number;
  failedRequests: string;
  seen: string;
  longestWaitSeconds: number;
  streams: string;
  elections: number;
  violations: string[];
}

interface Scene {
  cluster: Cluster;
  bank: Bank;
  mail: MailServer;
  jobs: JobWatch;
  buyers: Buyer[];
  skins: SkinName[];
}

/** A shop on five machines loses one part after the other while it sells. @returns a row for each fault. */
export async function runClusterDrill(options: {
  perSecond: number;
  /** A part of a fault's name. */
  only: string | null;
  /** Prints what the shops' logs complain of. */
  isTalkative: boolean;
  say: (text: string) => void;
  programs: Programs;
}): Promise<DrillRow[]> {
  const { say, programs } = options;
  const faults = CLUSTER_FAULTS.filter(
    ({ name }) => options.only === null || new RegExp(options.only).test(name),
  );
  if (faults.length === 0) throw new Error(`No fault is called ${options.only}.`);

  const network = createNetwork(programs);
  const leaving = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => leaving.abort());
  let sequence = 0;
  let jobs: JobWatch | null = null;
  const gate = createGate();
  const bank = await startBank({
    dialect: speakAbacatePayV1(),
    slots: FRONTS.length,
    host: OUTSIDE,
    gate,
    watch: () => ({ kind: 'go' }),
    now: () => Date.now(),
    sequence: () => ++sequence,
    onCreate: async () => {},
  });
  const mail = await startMailServer({
    slots: FRONTS.length,
    host: OUTSIDE,
    gate,
    watch({ slot, name }) {
      if (name === 'mail:received') jobs?.worked(FRONTS[slot] as FrontMachine);
      return { kind: 'go' };
    },
  });
  const storage = await startS3Server({ host: OUTSIDE });
  const { TRUSTED_PROXIES: _, ...shopEnv } = BASE_ENV;
  const cluster = await startCluster({
    programs,
    network,
    appUrl: `http://${addressOf('web1')}`,
    shopEnv: (machine) => ({
      ...shopEnv,
      ...s3Env(storage.settings),
      ...bank.dialect.env(bank.urlOf(FRONTS.indexOf(machine))),
      SMTP_URL: mail.urlOf(FRONTS.indexOf(machine)),
      PREPARE_PICTURES: '0',
      LOG_LEVEL: 'info',
    }),
    say,
    signal: leaving.signal,
  });
  const complaints = new Map<string, number>();
  for (const machine of FRONTS) {
    cluster.shop[machine].onLine((line) => {
      if (!line.includes('"level":"error"')) return;
      const text = line.replaceAll(/[0-9a-f-]{36}|\d+/g, '…').slice(0, 400);
      complaints.set(text, (complaints.get(text) ?? 0) + 1);
    });
  }
  const rows: DrillRow[] = [];
  try {
    jobs = watchJobs(cluster);
    const scene = { cluster, bank, mail, jobs, ...(await prepareShop(cluster)) };
    for (const fault of faults) {
      leaving.signal.throwIfAborted();
      say(`\n${fault.name}…`);
      const row = await runRound(scene, fault, options.perSecond);
      rows.push(row);
      say(printRow(row));
      for (const violation of row.violations.slice(0, 20)) say(`    ${violation}`);
      if (options.isTalkative) for (const [text, times] of complaints) say(`    ${times} × ${text}`);
      complaints.clear();
    }
    return rows;
  } finally {
    await cluster.stop();
    await Promise.all([bank.close(), mail.close(), storage.close()]);
  }
}

async function runRound(scene: Scene, fault: ClusterFault, perSecond: number): Promise<DrillRow> {
  const { cluster, bank, mail, jobs, buyers, skins } = scene;
  await resetShop(cluster, () => {
    bank.forget();
    mail.received.length = 0;
    jobs.forget();
  });
  const testimony = createTestimony();
  const sightings: string[] = [];
  const door = openDoor(cluster);
  const watchers = openWatchers(door, buyers.slice(0, WATCHERS));
  const traffic = openTraffic({ perSecond, door, bank, buyers, skins, testimony, sightings });
  const startedAt = performance.now();
  await sleep(CALM_MS);
  watchers.longestGapMs();
  traffic.longestWaitMs = 0;

  const struckAt = performance.now();
  const heal = await fault.strike(cluster);
  await untilSteady(traffic.acknowledged);
  await heal();
  const broken = await cluster.untilWhole().then(
    () => [],
    (error: unknown) => [(error as Error).message.slice(0, 1_000)],
  );
  for (const machine of FRONTS) await cluster.untilReady(machine);
  await sleep(CALM_MS);
  const endedAt = performance.now();
  const gapMs = watchers.longestGapMs();
  const openStreams = watchers.open();
  await traffic.stop();
  watchers.close();
  const violations = [...broken, ...sightings, ...(await settle(scene, testimony)), ...jobs.violations()];
  if (openStreams < WATCHERS) violations.push(`${WATCHERS - openStreams} streams did not come back`);

  const seenWrong = [...traffic.seen].map(([text, times]) => `${times} × ${text}`);
  return {
    fault,
    perSecond: traffic.acknowledged.length / ((endedAt - startedAt) / 1000),
    purchases: traffic.begun,
    secondsWithoutOrders: longestPause(traffic.acknowledged, struckAt, endedAt) / 1000,
    failedRequests:
      [...traffic.failedRequests].map(([what, times]) => `${times} × ${what}`).join(', ') || '0',
    seen: seenWrong.join(', ') || '0',
    longestWaitSeconds: traffic.longestWaitMs / 1000,
    streams: `${(gapMs / 1000).toFixed(1)} s, ${openStreams} of ${WATCHERS}`,
    elections: jobs.elections(),
    violations,
  };
}

/** Signed-in buyers, and a copy of the database from which every round begins. */
async function prepareShop(cluster: Cluster): Promise<{ buyers: Buyer[]; skins: SkinName[] }> {
  const primary = await cluster.findPrimary();
  const buyers = await prepareBuyers(cluster.adminUrl(primary, 'fulgor'), BASE_ENV.AUTH_SECRET, BUYERS);
  const shop = openDirectPostgres(cluster.adminUrl(primary, 'fulgor'));
  const skins = await shop.query<{ champion_id: string; num: number }>(
    'select champion_id, num from skins order by champion_id, num',
  );
  await shop.close();
  await stopShops(cluster);
  await execute(
    cluster,
    // PgBouncer keeps its connections a while longer.
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'fulgor'`,
    'create database fulgor_clean template fulgor',
  );
  return { buyers, skins: skins.map(({ champion_id, num }) => ({ championId: champion_id, skinNum: num })) };
}

async function resetShop(cluster: Cluster, whileClosed: () => void): Promise<void> {
  await stopShops(cluster);
  await cluster.untilWhole();
  await execute(
    cluster,
    'drop database if exists fulgor with (force)',
    'create database fulgor template fulgor_clean owner fulgor',
  );
  whileClosed();
  for (const machine of FRONTS) cluster.shop[machine].start();
  for (const machine of FRONTS) await cluster.untilReady(machine);
  // The balancers look once a second.
  await sleep(2_000);
}

async function stopShops(cluster: Cluster): Promise<void> {
  await Promise.all(FRONTS.map((machine) => cluster.shop[machine].stop()));
}

async function execute(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.adminUrl(await cluster.findPrimary()) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilSteady(acknowledged: number[]): Promise<void> {
  const deadline = performance.now() + FAULT_MS;
  // A fault needs a moment to be felt.
  await sleep(STEADY_MS);
  for (;;) {
    const now = performance.now();
    if (now > deadline || longestPause(acknowledged, now - STEADY_MS, now) < 1_000) return;
    await sleep(100);
  }
}

function longestPause(moments: number[], from: number, to: number): number {
  const inside = moments.filter((moment) => moment > from && moment < to);
  const edges = [from, ...inside.sort((a, b) => a - b), to];
  return Math.max(...edges.slice(1).map((moment, at) => moment - (edges[at] ?? from)));
}

/** Waits until the mails have gone out, then compares. What a retry can still mend is not yet a verdict. */
async function settle(scene: Scene, testimony: Testimony): Promise<string[]> {
  const { cluster, bank, mail, buyers } = scene;
  const reader = openDirectPostgres(cluster.adminUrl(await cluster.findPrimary(), 'fulgor'));
  try {
    const deadline = performance.now() + SETTLE_MS;
    for (;;) {
      const books = await readBooks(reader);
      const waiting = books.mailJobs.filter(({ state }) => ['created', 'retry', 'active'].includes(state));
      const violations = [
        ...(waiting.length > 0
          ? [`${waiting.length} mails still wait`]
          : judge({
              bank,
              books,
              mails: mail.received,
              testimony,
              linked: [],
              customers: buyers.map(({ id }) => ({ userId: id })),
            })),
      ];
      if (violations.length === 0 || performance.now() > deadline) return violations;
      await sleep(1_000);
    }
  } finally {
    await reader.close();
  }
}

export function printRow(row: DrillRow): string {
  const goal = row.fault.goalSeconds === null ? '–' : `≤ ${row.fault.goalSeconds}`;
  return [
    '',
    row.fault.name,
    `${row.secondsWithoutOrders.toFixed(1)} (${goal})`,
    row.failedRequests,
    row.seen,
    row.longestWaitSeconds.toFixed(1),
    row.streams,
    `${row.purchases}, ${row.perSecond.toFixed(0)}/s`,
    row.violations.length,
    '',
  ]
    .join(' | ')
    .trim();
}

export const TABLE_HEAD = [
  '| fault | seconds without an order (goal) | requests that failed | errors seen after the page tried again | longest wait for a code, s | streams: longest gap, back | purchases | violations |',
  '| --- | --: | --- | --- | --: | --- | --- | --: |',
].join('\n');

export function isGood({ fault, secondsWithoutOrders, seen, violations }: DrillRow): boolean {
  const isInTime = fault.goalSeconds === null || secondsWithoutOrders <= fault.goalSeconds;
  return isInTime && seen === '0' && violations.length === 0;
}
