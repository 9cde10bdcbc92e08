// What every command of the built shop goes through: installs what is missing, builds what is stale, then
// becomes that program, or for the shop what keeps it running. Runs on the Node the machine has (20 or newer), so it may import nothing but Node itself.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildIsFresh, buildShop } from '../build-shop.mjs';
import { findNode } from '../install/find-node.mjs';
import { withLock } from './with-lock.mjs';
import { dependenciesAreInstalled, installDependencies } from '../install/install-dependencies.mjs';
import { NODE_FLAGS } from './node-flags.mjs';
import { projectRoot, signalRunning } from './run-command.mjs';

const say = (text) => console.error(`[fulgor] ${text}`);

async function prepare() {
  if (dependenciesAreInstalled() && buildIsFresh()) return;
  const leave = (signal) => process.exit(128 + constants.signals[signal]);
  let interruptedBy;
  const onSignal = (signal) => {
    interruptedBy = signal;
    // npm and the build get to finish dying before the lock is given up.
    if (signalRunning(signal) === 0) leave(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const onWait = () => say('Outro processo está instalando ou montando nesta pasta; aguardando…');
  const work = withLock(
    async () => {
      if (!dependenciesAreInstalled()) {
        say('Instalando dependências…');
        await installDependencies();
      }
      if (!buildIsFresh()) {
        say('Montando a loja…');
        await buildShop();
      }
    },
    { onWait },
  );
  try {
    await work;
  } finally {
    if (interruptedBy) leave(interruptedBy);
  }
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

function become(entry, given) {
  const node = findNode();
  const program = fileURLToPath(new URL(`build/server/${entry}`, projectRoot));
  const words = [node, ...NODE_FLAGS, program, ...given];
  // On Windows nothing begins a shop again that died: a service manager does (docs/decisions/what-ends-the-process.md).
  if (entry === 'main.js' && process.platform !== 'win32')
    words.unshift('/bin/sh', fileURLToPath(new URL('keep-running.sh', import.meta.url)));
  process.chdir(fileURLToPath(projectRoot));
  // Becoming it leaves no process in between that could lose a signal or an exit code.
  if (process.execve && process.platform !== 'win32') process.execve(words[0], words, process.env);

  const [command, ...args] = words;
  const child = spawn(command, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the whole group; the server would take a second one for impatience.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => {
    say(`O servidor não pôde ser iniciado: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** `entry`: a program of build/server. */
export async function runBuilt(entry, words = process.argv.slice(2)) {
  try {
    await prepare();
    become(entry, words);
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}
