import { existsSync, readdirSync } from 'node:fs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { findOnPath } from '../../scripts/install/find-browser.mjs';

export interface Programs {
  etcd: string;
  etcdctl: string;
  patroni: string;
  patronictl: string;
  haproxy: string;
  pgbouncer: string;
  ip: string;
  iptables: string;
  setpriv: string;
  /** The folder of PostgreSQL's own. */
  postgres: string;
}

/** The program, and the Debian package that brings it. */
const PACKAGES = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  patronictl: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
  iptables: 'iptables',
  setpriv: 'util-linux',
} as const;

/** Everything the cluster is made of, or the packages that are missing. Nothing is installed behind anybody's back. */
export function findPrograms(): { programs: Programs } | { missing: string[] } {
  const found = Object.entries(PACKAGES).map(([name, part]) => ({ name, part, path: findProgram(name) }));
  const postgres = findPostgres();
  const missing = found.filter(({ path }) => path === undefined).map(({ part }) => part as string);
  if (!postgres) missing.push('postgresql');
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  const paths = Object.fromEntries(found.map(({ name, path }) => [name, path])) as Omit<Programs, 'postgres'>;
  return { programs: { ...paths, postgres: postgres as string } };
}

/** Also one for the administrator alone, whose folder is on nobody else's path. */
export function findProgram(name: string): string | undefined {
  return findOnPath([name]) ?? ['/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find(existsSync);
}

function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  if (!existsSync(debian)) return undefined;
  return readdirSync(debian)
    .filter((version) => Number(version) >= 15 && existsSync(`${debian}/${version}/bin/initdb`))
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `${debian}/${version}/bin`)[0];
}
