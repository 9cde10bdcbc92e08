import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { NODE_FLAGS } from '../../scripts/run/node-flags.mjs';
import type { Programs } from './find-programs.ts';
import { addressOf, clearNetwork, OUTSIDE, type Machine, type Network } from './network.ts';
import { createService, type Service } from './service.ts';
import { ownValues, readValues, writeConfiguration, type Values } from './write-configuration.ts';

export const DATABASES = ['db1', 'db2', 'db3'] as const;
export const FRONTS = ['web1', 'web2'] as const;
export type DatabaseMachine = (typeof DATABASES)[number];
export type FrontMachine = (typeof FRONTS)[number];

const MAIN_FILE = resolve(import.meta.dirname, '../../build/server/main.js');
const PATIENCE_MS = 90_000;
/** Longer than a shop waits for its database before it says that it is not ready. */
const ANSWER_MS = 3_000;
/** Buyers, bank and mail server go on in this process meanwhile. */
const run = promisify(execFile);

/** Five machines: three with etcd and PostgreSQL under Patroni, two with HAProxy, PgBouncer and the shop. */
export interface Cluster {
  readonly network: Network;
  readonly values: Values;
  /** Configuration, data and logs; gone with the cluster. */
  readonly folder: string;
  readonly etcd: { [machine in DatabaseMachine]: Service };
  readonly patroni: { [machine in DatabaseMachine]: Service };
  readonly haproxy: { [machine in FrontMachine]: Service };
  readonly pgbouncer: { [machine in FrontMachine]: Service };
  readonly shop: { [machine in FrontMachine]: Service };
  /** Who answers `/primary`, or the synchronous standby. Throws when nobody does for a while. */
  findPrimary(): Promise<DatabaseMachine>;
  findSyncStandby(): Promise<DatabaseMachine>;
  /** Until there is one primary and both standbys follow it, one of them synchronously. */
  untilWhole(): Promise<void>;
  /** A superuser at the primary, around HAProxy and PgBouncer. */
  adminUrl(machine: DatabaseMachine, database?: string): string;
  urlOf(machine: FrontMachine): string;
  untilReady(machine: FrontMachine): Promise<void>;
  patronictl(...args: string[]): Promise<string>;
  /** All of PostgreSQL and Patroni on that machine, its children too. */
  signalDatabase(machine: DatabaseMachine, signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export async function startCluster(options: {
  programs: Programs;
  /** Of `createNetwork`; taken away when the cluster stops. */
  network: Network;
  appUrl: string;
  /** What the shop needs besides the template's `shop.env`. */
  shopEnv: (machine: FrontMachine) => Record<string, string>;
  say: (text: string) => void;
  /** Aborted, a start is given up and everything taken away. */
  signal: AbortSignal;
}): Promise<Cluster> {
  const { programs, network, say } = options;
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-cluster-'));
  await chmod(folder, 0o755);
  const services: Service[] = [];
  const values = ownValues({ folder, postgresPrograms: programs.postgres, appUrl: options.appUrl });

  function serve(
    machine: Machine,
    name: string,
    user: string | null,
    command: string[],
    more: Parameters<typeof createService>[2] = {},
  ): Service {
    const service = createService(`${name} on ${machine}`, network.enter(machine, user, command), {
      ...more,
      logFile: join(folder, `${name}-${machine}.log`),
    });
    services.push(service);
    return service;
  }
  /** Once, as an operator who sits there. */
  function runOn(machine: Machine, command: string[]) {
    const [program = '', ...args] = network.enter(machine, null, command);
    return run(program, args);
  }
  const each = <Name extends Machine>(names: readonly Name[], make: (name: Name) => Service) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as { [name in Name]: Service };

  const homes = Object.fromEntries(
    [...DATABASES, ...FRONTS].map((machine) => [machine, writeConfiguration(machine, values, folder)]),
  ) as { [machine in Machine]: string };
  for (const machine of DATABASES) {
    mkdirSync(join(homes[machine], 'etcd'), { mode: 0o700 });
    execFileSync('chown', ['-R', 'postgres:postgres', homes[machine]]);
    await chmod(homes[machine], 0o755);
    execFileSync('chown', ['etcd:etcd', join(homes[machine], 'etcd')]);
  }
  for (const machine of FRONTS) execFileSync('chown', ['-R', 'postgres:postgres', homes[machine]]);

  const etcd = each(DATABASES, (machine) =>
    serve(machine, 'etcd', 'etcd', [programs.etcd], {
      env: readValues(readFileSync(join(homes[machine], 'etcd.env'), 'utf8')),
    }),
  );
  const patroni = each(DATABASES, (machine) =>
    serve(machine, 'patroni', 'postgres', [programs.patroni, join(homes[machine], 'patroni.yml')], {
      cwd: homes[machine],
    }),
  );
  const haproxy = each(FRONTS, (machine) =>
    serve(machine, 'haproxy', null, [programs.haproxy, '-db', '-f', join(homes[machine], 'haproxy.cfg')]),
  );
  const pgbouncer = each(FRONTS, (machine) =>
    serve(machine, 'pgbouncer', 'postgres', [programs.pgbouncer, join(homes[machine], 'pgbouncer.ini')], {
      stopSignal: 'SIGINT',
    }),
  );
  const shop = each(FRONTS, (machine) =>
    serve(machine, 'shop', null, [process.execPath, ...NODE_FLAGS, MAIN_FILE], {
      cwd: homes[machine],
      env: {
        ...readValues(readFileSync(join(homes[machine], 'shop.env'), 'utf8')),
        // Visitors are outside, and name the address that they stand for.
        TRUSTED_PROXIES: [...FRONTS.map(addressOf), OUTSIDE].join(','),
        DATA_DIR: join(homes[machine], 'data'),
        ...options.shopEnv(machine),
      },
    }),
  );

  async function findByRole(role: 'primary' | 'sync'): Promise<DatabaseMachine> {
    return await until(`a machine that answers /${role}`, async () => {
      const answers = await Promise.all(DATABASES.map((machine) => answersAt(machine, 8008, `/${role}`)));
      return DATABASES.find((_, at) => answers[at]);
    });
  }

  const cluster: Cluster = {
    network,
    values,
    folder,
    etcd,
    patroni,
    haproxy,
    pgbouncer,
    shop,
    findPrimary: () => findByRole('primary'),
    findSyncStandby: () => findByRole('sync'),
    async untilWhole() {
      await until('one primary and two standbys', async () => {
        const ask = async (path: string) =>
          (await Promise.all(DATABASES.map((machine) => answersAt(machine, 8008, path)))).filter(Boolean)
            .length;
        const [primaries, standbys, synchronous] = await Promise.all(
          ['/primary', '/replica?lag=1MB', '/sync'].map(ask),
        );
        return primaries === 1 && standbys === 2 && synchronous === 1 ? true : undefined;
      });
    },
    adminUrl: (machine, database = 'postgres') =>
      `postgres://postgres:${values.POSTGRES_PASSWORD}@${addressOf(machine)}:5432/${database}`,
    urlOf: (machine) => `http://${addressOf(machine)}`,
    async untilReady(machine) {
      await until(`the shop on ${machine}`, async () =>
        (await answersAt(machine, 3000, '/readyz')) ? true : undefined,
      );
    },
    async patronictl(...args) {
      const { stdout } = await runOn('db1', [
        programs.patronictl,
        '-c',
        join(homes.db1, 'patroni.yml'),
        ...args,
      ]);
      return stdout;
    },
    signalDatabase(machine, signal) {
      for (const pid of network.processesOf(machine)) {
        const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
        if (!name.includes('etcd')) process.kill(pid, signal);
      }
    },
    async stop() {
      await Promise.all(
        [...Object.values(shop), ...Object.values(pgbouncer)].map((service) => service.stop()),
      );
      for (const service of services) service.kill();
      await clearNetwork(programs);
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      options.signal.throwIfAborted();
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) {
        const words = services.map((service) => `--- ${service.name}\n${service.output().slice(-3000)}`);
        words.unshift(await cluster.patronictl('list'));
        throw new Error(`Waited in vain for ${what}.\n${words.join('\n')}`);
      }
      await sleep(100);
    }
  }

  try {
    say('etcd…');
    for (const service of Object.values(etcd)) service.start();
    const endpoints = DATABASES.map((machine) => `http://${addressOf(machine)}:2379`).join(',');
    await until('etcd', () =>
      runOn('db1', [programs.etcdctl, 'endpoint', 'health', `--endpoints=${endpoints}`]).catch(
        () => undefined,
      ),
    );
    say('PostgreSQL under Patroni…');
    for (const service of Object.values(patroni)) service.start();
    await cluster.untilWhole();
    await createShopDatabase(cluster);
    say('HAProxy and PgBouncer…');
    for (const service of [...Object.values(haproxy), ...Object.values(pgbouncer)]) service.start();
    say('the shop…');
    for (const machine of FRONTS) {
      shop[machine].start();
      await cluster.untilReady(machine);
    }
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** What docs/cluster.md has the operator type once. */
async function createShopDatabase({ adminUrl, findPrimary, values }: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(await findPrimary()) });
  await client.connect();
  try {
    await client.query(`create role fulgor login password '${values.SHOP_PASSWORD}'`);
    await client.query('create database fulgor owner fulgor');
  } finally {
    await client.end();
  }
}

async function answersAt(machine: Machine, port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${addressOf(machine)}:${port}${path}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
