import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandRefused } from '../commands/command-refused.ts';

const DEBIAN = '/usr/lib/postgresql';

/**
 * `pg_dump` or `pg_restore` of PostgreSQL's client tools, of the oldest major version that is at least `major`: an
 * older one refuses, and a much newer one may write what an older server does not know.
 */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
): Promise<{ path: string; major: number }> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  const found = await Promise.all(folders.map((folder) => describeTool(join(folder, name))));
  const fitting = found
    .filter((tool) => tool !== null && tool.major >= major)
    .sort((a, b) => a!.major - b!.major)[0];
  if (fitting) return fitting;
  throw new CommandRefused(
    `Falta o ${name} do PostgreSQL ${major} ou mais novo nesta máquina. No Debian e no Ubuntu: apt install postgresql-client-${major}`,
  );
}

async function describeTool(path: string): Promise<{ path: string; major: number } | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version']);
    return { path, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) };
  } catch {
    return null;
  }
}

/** The password goes into the environment: anybody on the machine can read the arguments of a process. */
export function connectionOf(url: string): { argument: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    argument: `--dbname=${address.href}`,
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  };
}
