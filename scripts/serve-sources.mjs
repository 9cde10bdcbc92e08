// scripts/dev.mjs keeps this program running, on the project's own Node. Vite sends the browser the modules as they are
// written. It reads changed screens again at the next request. A change of anything else starts the program again.
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { RESTART_CODE } from './run/node-flags.mjs';
import { projectRoot } from './run/run-command.mjs';

const SHOWN_AT_ONCE = ['app', 'public', 'emails'];
const RESTARTS = ['shop', 'db', 'catalogs', 'gateways', 'jobs', 'server', 'demo'];

const root = fileURLToPath(projectRoot);
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });
// Vite's own listener would end the process before the shop has closed its database.
process.removeAllListeners('SIGTERM');
vite.watcher.on('all', (event, path) => {
  const [folder] = relative(root, path).split(sep);
  if (!RESTARTS.includes(folder) || /\.test\.tsx?$/.test(path)) return;
  console.error(`[fulgor] ${relative(root, path)} mudou: reiniciando…`);
  if (event === 'change' && path.endsWith('.sql'))
    console.error(
      '[fulgor] Um banco não aplica a mesma migração duas vezes. Para aplicá-la de novo, apague DATA_DIR/db.',
    );
  // The embedded database recovers from a hard end; its lock goes with the process.
  process.exit(RESTART_CODE);
});
vite.watcher.add([...SHOWN_AT_ONCE, ...RESTARTS].map((folder) => `${root}${folder}`));

try {
  const { serveSources } = await vite.ssrLoadModule('/server/serve-sources.ts');
  await serveSources({
    middleware: vite.middlewares,
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build'),
  });
} catch (error) {
  vite.ssrFixStacktrace(error);
  console.error(error);
  console.error('[fulgor] Aguardando uma mudança para tentar de novo…');
}
