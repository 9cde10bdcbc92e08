import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const BUILD = resolve(import.meta.dirname, '../../../build');

export interface PlantedBug {
  name: string;
  /** What it breaks, in a few words. */
  about: string;
  /** In the built server: this text, found exactly once, becomes that one. */
  changes: { from: string | RegExp; to: string }[];
  /** Run on each copy of the database, for bugs that live in the schema. */
  sql?: string;
  /** Where it shows. Default: AbacatePay v1. */
  gateway?: string;
}

/** The built server's files by their path below `build/server`. */
export type BuiltServer = ReadonlyMap<string, string>;

export async function readBuiltServer(): Promise<BuiltServer> {
  const names = await readdir(join(BUILD, 'server'), { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  return new Map(
    await Promise.all(
      scripts.map(async (name) => [name, await readFile(join(BUILD, 'server', name), 'utf8')] as const),
    ),
  );
}

/** @returns the files that the bug changes. Throws where a change finds no place, or more than one. */
export function changeServer(bug: PlantedBug, server: BuiltServer): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { from, to } of bug.changes) {
    const pattern =
      typeof from === 'string'
        ? new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'g')
        : new RegExp(from, 'g');
    let found = 0;
    for (const name of server.keys()) {
      const text = changed.get(name) ?? server.get(name) ?? '';
      const times = [...text.matchAll(pattern)].length;
      found += times;
      if (times > 0)
        changed.set(
          name,
          text.replace(pattern, () => to),
        );
    }
    if (found !== 1) {
      throw new Error(
        `The planted bug '${bug.name}' finds its place ${found} times instead of once: ${String(from)}`,
      );
    }
  }
  return changed;
}

/**
 * A copy of the built shop with the bug in it. The product carries no switch for this.
 * The copy lies in `build/`, because its imports are looked up from where it stands.
 */
export async function plantBug(
  bug: PlantedBug,
  server: BuiltServer,
): Promise<{ mainFile: string; remove: () => Promise<void> }> {
  const changed = changeServer(bug, server);
  const folder = await mkdtemp(join(BUILD, 'planted-'));
  for (const name of server.keys()) {
    const path = join(folder, 'server', name);
    await mkdir(dirname(path), { recursive: true });
    const text = changed.get(name);
    if (text === undefined) await link(join(BUILD, 'server', name), path);
    else await writeFile(path, text);
  }
  await symlink(join(BUILD, 'client'), join(folder, 'client'));
  return {
    mainFile: join(folder, 'server', 'main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
