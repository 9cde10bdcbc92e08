import { setTimeout as sleep } from 'node:timers/promises';
import { s3Env, startS3Server } from '../../providers/s3-server.ts';
import { startBank, type Bank } from './bank.ts';
import type { Dialect } from './dialect.ts';
import { openDirectPostgres, type DirectPostgres } from './direct-postgres.ts';
import { createGate, type Gate } from './gate.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import type { Moment, Verdict } from './moments.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import type { Disturbance, KillOrder, Schedule, Silence } from '../schedule/schedule.ts';
import { findFreePort, startShopProcess, type ShopProcess } from './shop-process.ts';
import { BASE_ENV, moveQueueClock, type ShopTemplate } from './shop-template.ts';

/**
 * How long a process waits for its moment after it serves. Then it is killed at one of its next moments that count,
 * and after the second time at once. On a busy machine everything takes longer: they are at least half of what the
 * start took, and all of it.
 */
const FIRST_PATIENCE_MS = 250;
const PATIENCE_MS = 700;

/** Moments at which something is written, said or asked for. The polling of an idle shop does not count. */
const WORK =
  /^(?:bank|mail|webhook)|^sql (?:(?:insert|update|delete) (?!jobs|rate_limits|sessions|catalog)|commit|notify|jobs (?:send|complete))/;

/** While a schedule runs the shop's time goes by this much faster: time-outs, claims and sweeps come round. */
const FLOW_EVERY_MS = 200;
const FLOW_MS = 2_000;

/** Kills and faults by name: what a run really did. */
export interface Tally {
  kills: Map<string, number>;
  network: Map<string, number>;
}

/** Everything around one schedule: the shop's processes, and all they speak to. */
export interface World {
  readonly schedule: Schedule;
  readonly template: ShopTemplate;
  readonly bank: Bank;
  readonly mail: MailServer;
  /** null on the embedded database, which only a dead shop lets others read. */
  readonly postgres: DirectPostgres | null;
  /** Where the embedded database lies. */
  readonly dataDirectory: string;
  /** Milliseconds of the moved clock. */
  now(): number;
  sequence(): number;
  /** Lets this long pass for the shop, the queue and the bank. */
  jump(ms: number): Promise<void>;
  /** A process that serves, or null while all are down. */
  anyShop(): ShopProcess | null;
  slotOf(shop: ShopProcess): number;
  /** What was seen to be wrong while it happened. */
  readonly sightings: string[];
  readonly tally: Tally;
  count(kind: string, times?: number): void;
  moment(moment: Moment): Verdict;
  /** Shut, that neighbour is silent. */
  readonly gates: Record<Silence['whose'], Gate>;
  /** No more kills and faults, and nobody tries anything any more. */
  calm(): void;
  isOver(): boolean;
  killsLeft(): number;
  /** Ends every process; `revive` starts them again. */
  killAll(): Promise<void>;
  revive(): void;
  /** Ends the process of the slot in good order, then runs that release in it. null: the slot stays empty. */
  deploy(slot: number, mainFile: string | null): Promise<void>;
  serves(slot: number): boolean;
  /** From the next start on the shop of an embedded database works on this server's. Its folder stays. */
  moveTo(url: string): Promise<void>;
  outputs(): string;
  close(): Promise<void>;
}

export async function createWorld(options: {
  schedule: Schedule;
  template: ShopTemplate;
  dialect: Dialect;
  mainFile: string;
  /** Slots that are empty until something is deployed to them. */
  emptySlots?: number[];
  postgresUrl: string;
  tally: Tally;
  /** Run on this schedule's own database before anything starts. */
  sql?: string | undefined;
}): Promise<World> {
  const { schedule, template, tally } = options;
  const { location, drop } = await template.copy();
  const isPostgres = template.kind === 'postgres';
  let postgres = isPostgres ? openDirectPostgres(location) : null;
  let movedTo: string | null = null;
  if (postgres && options.sql) await postgres.query(options.sql);
  const slots = schedule.processes;
  const releases = Array.from({ length: slots }, (_, slot) =>
    options.emptySlots?.includes(slot) ? null : options.mainFile,
  );
  const lives: (ShopProcess | null)[] = Array.from({ length: slots }, () => null);
  const serving: boolean[] = Array.from({ length: slots }, () => false);
  const armed: (KillOrder | null)[] = Array.from({ length: slots }, () => null);
  const overdue: boolean[] = Array.from({ length: slots }, () => false);
  const killsLeft = schedule.kills.map((orders) => [...orders]);
  let disturbances = schedule.disturbances.map((each) => ({ ...each }));
  const sightings: string[] = [];
  let shiftMs = 0;
  let sequence = 0;
  let turn = 0;
  let isCalm = false;
  let isPaused = false;
  let loops: Promise<void>[] = [];
  let isClosing = false;
  let outputs = '';

  const now = () => Date.now() + shiftMs;
  const count = (kind: string, times = 1) => {
    tally.network.set(kind, (tally.network.get(kind) ?? 0) + times);
  };

  function kill(slot: number, where: string): void {
    armed[slot] = null;
    if (!lives[slot]?.isAlive()) return;
    lives[slot]?.kill();
    serving[slot] = false;
    tally.kills.set(where, (tally.kills.get(where) ?? 0) + 1);
  }

  function moment({ slot, name }: Moment): Verdict {
    if (isCalm || !lives[slot]?.isAlive()) return { kind: 'go' };
    const order = armed[slot];
    if (serving[slot] && order && 'moment' in order) {
      const isThere = order.moment === name && --order.nth <= 0;
      if (isThere || (overdue[slot] && WORK.test(name) && --order.orAtWork <= 0)) {
        kill(slot, name);
        return { kind: 'dead' };
      }
    }
    // A start that loses its connection ends, and the operator starts the shop again. This is no violation.
    if (!serving[slot]) return { kind: 'go' };
    const hit = disturbances.find((each) => each.moment === name && --each.nth <= 0);
    if (!hit) return { kind: 'go' };
    disturbances = disturbances.filter((each) => each !== hit);
    count(`${hit.what} at ${name}`);
    return verdictOf(hit);
  }

  const gates = {
    database: createGate(),
    gateway: createGate(),
    mail: createGate(),
    storage: createGate(),
  };
  const bank = await startBank({
    dialect: options.dialect,
    gate: gates.gateway,
    slots,
    watch: moment,
    now,
    sequence: () => ++sequence,
    onCreate: async (ownId) => {
      if (!postgres || ownId === null) return;
      const rows = await postgres.query('select 1 from charges where id = $1', [ownId]);
      if (rows.length === 0)
        sightings.push(`the gateway was called for charge ${ownId} before its row was committed`);
    },
  });
  const storage = await startS3Server({ passed: () => gates.storage.passed() });
  const mail = await startMailServer({ slots, watch: moment, gate: gates.mail });
  const target = { host: '127.0.0.1', port: Number(new URL(options.postgresUrl).port) };
  const proxies: (PostgresProxy | null)[] = [];
  const ports: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    proxies.push(
      isPostgres ? await startPostgresProxy({ slot, target, watch: moment, gate: gates.database }) : null,
    );
    ports.push(await findFreePort());
  }

  function databaseEnv(slot: number): Record<string, string> {
    if (movedTo !== null) return { DATABASE_URL: movedTo };
    const proxy = proxies[slot];
    if (!proxy) return {};
    const url = new URL(location);
    url.port = String(proxy.port);
    // The proxy reads the protocol, so PostgreSQL's own tools speak it in the open, as the shop does.
    return { DATABASE_URL: url.href, PGSSLMODE: 'disable', PGGSSENCMODE: 'disable' };
  }

  async function live(slot: number): Promise<void> {
    for (;;) {
      const mainFile = releases[slot];
      if (isClosing || !mainFile) return;
      const shop = startShopProcess({
        mainFile,
        port: ports[slot] as number,
        clockShiftMs: shiftMs,
        env: {
          ...BASE_ENV,
          ...databaseEnv(slot),
          ...options.dialect.env(bank.urlOf(slot)),
          SMTP_URL: mail.urlOf(slot),
          ...s3Env(storage.settings),
          DATA_DIR: isPostgres ? template.folder : location,
        },
      });
      lives[slot] = shop;
      const startedAt = performance.now();
      if (!isCalm) arm(slot, shop);
      const isReady = await shop.ready.then(
        () => true,
        () => false,
      );
      if (isReady && shop.isAlive()) {
        // Time may have passed since it was started.
        shop.setClock(shiftMs);
        serving[slot] = true;
        overdue[slot] = false;
        const took = performance.now() - startedAt;
        const after = (ms: number, act: () => void) =>
          setTimeout(() => {
            if (!isCalm && armed[slot] && lives[slot] === shop) act();
          }, ms);
        after(Math.max(FIRST_PATIENCE_MS, took / 2), () => (overdue[slot] = true));
        after(Math.max(PATIENCE_MS, took), () => kill(slot, 'any moment'));
      }
      await shop.ended;
      if (armed[slot]) killsLeft[slot]?.unshift(armed[slot]);
      armed[slot] = null;
      serving[slot] = false;
      if (isClosing || isPaused || releases[slot] !== mainFile) return;
      if (!isReady && !isCalm) continue;
      if (!isReady || isCalm) {
        outputs += shop.output();
        await sleep(30);
      }
    }
  }

  function arm(slot: number, shop: ShopProcess): void {
    const order = killsLeft[slot]?.shift() ?? null;
    armed[slot] = order && { ...order };
    if (!order || !('afterStartMs' in order)) return;
    setTimeout(() => {
      if (!isCalm && lives[slot] === shop) kill(slot, serving[slot] ? 'any moment' : 'starting');
    }, order.afterStartMs);
  }

  const revive = () => {
    isPaused = false;
    loops = lives.map((_, slot) => live(slot));
  };
  const deploy = async (slot: number, mainFile: string | null) => {
    releases[slot] = mainFile;
    lives[slot]?.stop();
    await loops[slot];
    if (mainFile) loops[slot] = live(slot);
  };
  const killAll = async () => {
    isPaused = true;
    for (const shop of lives) shop?.kill();
    await Promise.all(loops);
  };
  /** Hours that pass in a moment would end whatever waits for the database just then, although nobody is silent. */
  async function untilNobodyWaits(): Promise<void> {
    for (let looks = 0; looks < 200 && proxies.some((proxy) => proxy?.isWaitedFor()); looks++)
      await sleep(10);
  }
  const jump = async (ms: number) => {
    if (isCalm) await untilNobodyWaits();
    shiftMs += ms;
    await postgres?.query('update faults_clock set shift_ms = $1', [shiftMs]);
    // One that is still starting reads the time when it serves: nothing of its start may run out before.
    for (const [slot, shop] of lives.entries()) if (serving[slot]) shop?.setClock(shiftMs);
  };
  const flow = setInterval(() => {
    if (!isCalm) jump(FLOW_MS).catch(() => {});
  }, FLOW_EVERY_MS);
  revive();

  return {
    schedule,
    template,
    bank,
    mail,
    get postgres() {
      return postgres;
    },
    dataDirectory: location,
    now,
    sequence: () => ++sequence,
    jump,
    anyShop() {
      const up = lives.filter((shop, slot) => serving[slot] && shop?.isAlive());
      return up[turn++ % up.length] ?? null;
    },
    slotOf: (shop) => lives.indexOf(shop),
    sightings,
    tally,
    count,
    moment,
    isOver: () => isCalm,
    gates,
    calm() {
      isCalm = true;
      for (const gate of Object.values(gates)) gate.open();
      armed.fill(null);
      disturbances = [];
    },
    killsLeft: () => killsLeft.reduce((sum, orders) => sum + orders.length, 0),
    killAll,
    revive,
    deploy,
    async moveTo(url) {
      movedTo = url;
      postgres = openDirectPostgres(url);
      await moveQueueClock(postgres, shiftMs);
    },
    serves: (slot) => serving[slot] === true && lives[slot]?.isAlive() === true,
    outputs: () => outputs + lives.map((shop) => shop?.output() ?? '').join('\n'),
    async close() {
      isClosing = true;
      for (const gate of Object.values(gates)) gate.open();
      clearInterval(flow);
      await killAll();
      for (const proxy of proxies) await proxy?.close();
      await Promise.all([bank.close(), mail.close(), storage.close(), postgres?.close()]);
      await drop();
    },
  };
}

function verdictOf(hit: Disturbance): Verdict {
  switch (hit.what) {
    case 'delay':
      return { kind: 'delay', ms: hit.ms ?? 50 };
    case 'status':
      return { kind: 'status', status: hit.status ?? 500 };
    default:
      return { kind: hit.what };
  }
}
