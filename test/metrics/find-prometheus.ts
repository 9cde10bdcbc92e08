import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program of Debian's package `prometheus`, which nobody installs for the tests: it takes 100 MB. */
export function findPrometheus(program: 'prometheus' | 'promtool'): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
