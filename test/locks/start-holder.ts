import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Holder {
  /** All lines that it has printed. */
  lines: string[];
  /** Waits for the next line that begins so, and returns it. */
  says: (beginning: string) => Promise<string>;
  go: () => void;
  /** `kill -9` of its whole process group. Returns before the system has taken the process apart. */
  kill: () => void;
}

/** A process of its own, in a process group of its own, that runs one of the programs beside this file. */
export function startHolder(program: string, folder: string, launcher: readonly string[] = []): Holder {
  const command = [...launcher, process.execPath, resolve(import.meta.dirname, program), folder];
  const child = spawn(command[0]!, command.slice(1), {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
    child.emit('line');
  });
  let killed = false;
  const kill = () => {
    if (!killed) process.kill(-child.pid!, 'SIGKILL');
    killed = true;
  };
  onTestFinished(kill);
  return {
    lines,
    async says(beginning) {
      for (;;) {
        const line = lines.find((each) => each.startsWith(beginning));
        if (line !== undefined) return line;
        await once(child, 'line');
      }
    },
    go: () => void child.stdin.write('\n'),
    kill,
  };
}

/** Each call of a program through it is like a container: process ids, and the network, of its own. */
const LAUNCHERS = [[], ['--user', '--map-root-user']].map((rights) => [
  'unshare',
  ...rights,
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
]);

/** Null where the machine does not let us make one. */
export const namespaceLauncher: readonly string[] | null =
  LAUNCHERS.find(([command, ...args]) => spawnSync(command!, [...args, 'true']).status === 0) ?? null;
