import { spawn } from 'node:child_process';

export const projectRoot = new URL('../..', import.meta.url);

const running = new Set();

/** Passes a signal on to everything this process started and is still waiting for. Answers how many that are. */
export function signalRunning(signal) {
  for (const child of running) child.kill(signal);
  return running.size;
}

/**
 * Runs a program to its end, in the project's folder unless another is named. Never rejects: a program that can't be started
 * answers like a shell would, with code 127.
 * @param {{ cwd?: string | URL, env?: NodeJS.ProcessEnv, stdio?: any, timeoutSeconds?: number, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} `output` only with `onOutput`
 */
export function runCommand(command, args, options = {}) {
  const { cwd = projectRoot, env = process.env, onOutput, timeoutSeconds } = options;
  const stdio = options.stdio ?? (onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio });
    running.add(child);
    let output = '';
    let timedOut = false;
    const timer =
      timeoutSeconds &&
      setTimeout(() => {
        timedOut = true;
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
      }, timeoutSeconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        onOutput(text);
      });
    }
    const finish = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, timedOut });
    };
    child.on('error', () => finish(127));
    child.on('close', (code) => finish(code ?? 1));
  });
}
