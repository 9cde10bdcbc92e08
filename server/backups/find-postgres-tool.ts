import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandRefused } from '../commands/command-refused.ts';

const DEBIAN = '/usr/lib/postgresql';

export interface PostgresTool {
  name: 'pg_dump' | 'pg_restore';
  path: string;
  major: number;
}

/**
 * `pg_dump` or `pg_restore` of PostgreSQL's client tools, of the oldest major version that is at least `major`: an
 * older one refuses, and a much newer one may write what an older server does not know.
 */
export async function findPostgresTool(name: PostgresTool['name'], major: number): Promise<PostgresTool> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  const found = await Promise.all(folders.map((folder) => describeTool(name, join(folder, name))));
  const fitting = found
    .filter((tool) => tool !== null && tool.major >= major)
    .sort((a, b) => a!.major - b!.major)[0];
  if (fitting) return fitting;
  throw new CommandRefused(
    `Falta o ${name} do PostgreSQL ${major} ou mais novo nesta máquina. No Debian e no Ubuntu: apt install postgresql-client-${major}`,
  );
}

async function describeTool(name: PostgresTool['name'], path: string): Promise<PostgresTool | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version']);
    return { name, path, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) };
  } catch {
    return null;
  }
}

/** `ended` throws what it complained of, if it failed. */
export function runPostgresTool({ path, name }: PostgresTool, url: string, options: string[]) {
  // The password goes into the environment: anybody on the machine can read the arguments of a process.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(path, [...options, '--no-owner', '--no-privileges', `--dbname=${address.href}`], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  let complaint = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  const ended = (async () => {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new CommandRefused(`O ${name} falhou: ${complaint.trim()}`);
  })();
  ended.catch(() => {});
  return { child, ended };
}
