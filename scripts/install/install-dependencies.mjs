import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withoutProjectTools } from './find-node.mjs';
import { runCommand } from '../run/run-command.mjs';

const lockFile = new URL('../../package-lock.json', import.meta.url);
const installedFile = new URL('../../node_modules/.package-lock.json', import.meta.url);
const stampFile = new URL('../../node_modules/.fulgor-stamp', import.meta.url);
const buildTool = new URL('../../node_modules/@react-router/dev/bin.cjs', import.meta.url);

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const wantedStamp = () =>
  `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform}-${process.arch}`;

/** npm's own record of node_modules, compared with the lock file: spares a tree that a developer installed by hand. */
function matchesInstalledTree() {
  const record = readText(installedFile);
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  return wanted.every(
    ([path, entry]) =>
      path === '' ||
      (installed[path] ? installed[path].version === entry.version : entry.optional || entry.devOptional),
  );
}

export function dependenciesAreInstalled() {
  if (!existsSync(buildTool)) return false;
  const wanted = wantedStamp();
  if (readText(stampFile) === wanted) return true;
  if (!matchesInstalledTree()) return false;
  writeFileSync(stampFile, wanted);
  return true;
}

/** Call under the lock. Throws with a sentence for the operator. */
export async function installDependencies() {
  // --include=dev: with NODE_ENV=production npm would leave out what the build needs.
  // --ignore-scripts: no package of ours needs one (sharp, PGlite and Node ship their binaries inside).
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const onWindows = process.platform === 'win32';
  const { code } = await runCommand(onWindows ? 'cmd' : 'npm', onWindows ? ['/c', 'npm', ...args] : args, {
    env: withoutProjectTools(),
    // stdout belongs to the server's JSON lines.
    stdio: ['ignore', 2, 2],
  });
  if (code === 127) throw new Error('O npm não foi encontrado: instale o Node.js com npm e rode de novo.');
  if (code !== 0) {
    throw new Error(
      `A instalação das dependências falhou (npm ci saiu com ${code}). Veja o erro acima, confira a rede e rode de novo.`,
    );
  }
  writeFileSync(stampFile, wantedStamp());
}
