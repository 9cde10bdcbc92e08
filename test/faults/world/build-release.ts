import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

/** Whether this checkout has the history that a release is taken from. */
export async function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
}

/**
 * Builds an older release from its commit, with the libraries that are installed here, and keeps it: a build of this one would take it out of `build/`.
 * @returns its main file.
 */
export async function buildRelease(commit: string): Promise<string> {
  const place = join(ROOT, '.releases', commit.slice(0, 12));
  const mainFile = join(place, 'build/server/main.js');
  if (existsSync(mainFile)) return mainFile;
  await mkdir(dirname(place), { recursive: true });
  const draft = await mkdtemp(`${place}-`);
  try {
    const archive = join(draft, 'sources.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
    // Its tests are none of ours: whoever looks for tests in the project would find them.
    await run('tar', ['-xf', archive, '--exclude=*.test.ts', '--exclude=*.test.tsx', '--exclude=*.spec.ts'], {
      cwd: draft,
    });
    await rm(archive);
    await symlink(join(ROOT, 'node_modules'), join(draft, 'node_modules'));
    const build = join(draft, 'build-release.mjs');
    await writeFile(build, `await (await import('./scripts/build-shop.mjs')).buildShop();\n`);
    await run(process.execPath, [build], { cwd: draft, maxBuffer: 64 * 1024 * 1024 });
    await rm(place, { recursive: true, force: true });
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return mainFile;
}
