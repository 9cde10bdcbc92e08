// Programs that only tests or benchmarks start have a tree and a lock file of their own:
// a newcomer's `npm start` must not wait for ninety megabytes of them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withoutProjectTools } from './find-node.mjs';
import { projectRoot, runCommand } from '../run/run-command.mjs';

/** Installs what `folder`'s lock file names, unless it is there. Throws with a sentence for the developer. */
export async function installTools(folder) {
  const root = fileURLToPath(new URL(`${folder}/`, projectRoot));
  const stampFile = `${root}node_modules/.fulgor-stamp`;
  const stamp = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', root];
  const onWindows = process.platform === 'win32';
  const { code } = await runCommand(onWindows ? 'cmd' : 'npm', onWindows ? ['/c', 'npm', ...args] : args, {
    env: withoutProjectTools(),
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new Error(`A instalação de ${folder} falhou (npm ci saiu com ${code}).`);
  writeFileSync(stampFile, stamp);
}
