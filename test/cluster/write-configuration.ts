import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressOf, MACHINES, PRIVATE_NETWORK, type Machine } from './network.ts';

const TEMPLATES = resolve(import.meta.dirname, '../../deploy/cluster');

export type Values = Record<string, string>;

/** The values of a cluster on this machine: the example's, with addresses, passwords and folders of its own. */
export function ownValues(options: { folder: string; postgresPrograms: string; appUrl: string }): Values {
  const values = readValues(readFileSync(join(TEMPLATES, 'cluster.env.example'), 'utf8'));
  for (const name of Object.keys(values))
    if (name.endsWith('_PASSWORD')) values[name] = randomBytes(24).toString('hex');
  return {
    ...values,
    ...Object.fromEntries(MACHINES.map((machine) => [machine.toUpperCase(), addressOf(machine)])),
    PRIVATE_NETWORK,
    APP_URL: options.appUrl,
    WEB_BIND: ':80',
    PLAIN_BIND: ':8080',
    POSTGRES_PROGRAMS: options.postgresPrograms,
    WATCHDOG: 'off',
  };
}

/** Writes the files of one machine by the same script that an operator uses. @returns their folder. */
export function writeConfiguration(machine: Machine, values: Values, folder: string): string {
  const home = join(folder, machine);
  const own = {
    ...values,
    POSTGRES_DATA: join(home, 'postgres'),
    POSTGRES_SOCKETS: home,
    ETCD_DATA: join(home, 'etcd'),
    PGBOUNCER_FOLDER: home,
    HAPROXY_FOLDER: home,
    HAPROXY_SOCKET: join(home, 'haproxy.sock'),
  };
  const file = join(folder, `${machine}.env`);
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  const { status, stderr } = spawnSync(join(TEMPLATES, 'fill'), [file, machine, home], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`deploy/cluster/fill: ${stderr}`);
  return home;
}

/** A file of NAME=value or NAME="value", as systemd reads it. */
export function readValues(text: string): Values {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1).replace(/^"(.*)"$/, '$1')];
      }),
  );
}
