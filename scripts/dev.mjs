// `npm run dev`: the shop from its sources. Runs on the Node the machine has, like start.mjs.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNode, withProjectTools } from './install/find-node.mjs';
import { dependenciesAreInstalled, installDependencies } from './install/install-dependencies.mjs';
import { RESTART_CODE } from './run/node-flags.mjs';
import { projectRoot } from './run/run-command.mjs';

if (!dependenciesAreInstalled()) await installDependencies();
process.chdir(fileURLToPath(projectRoot));

function serve() {
  const child = spawn(findNode(), ['scripts/serve-sources.mjs'], {
    stdio: 'inherit',
    env: { PREPARE_PICTURES: '0', ...withProjectTools() },
  });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  child.on('exit', (code) => {
    process.off('SIGTERM', forward);
    if (code === RESTART_CODE) serve();
    else process.exit(code ?? 1);
  });
}

// A terminal sends Ctrl-C to the child too, and its end is this one's.
process.on('SIGINT', () => {});
serve();
