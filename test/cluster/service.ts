import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that is started again when it ends, as systemd does it (`Restart=always`). */
export interface Service {
  readonly name: string;
  isRunning(): boolean;
  start(): void;
  /** In good order; SIGKILL to what does not go. It stays down. */
  stop(): Promise<void>;
  /** The power fails. It stays down until `start`. */
  kill(): void;
  /** Killed and started again by the one who watches. */
  crash(): void;
  /** The end of what it printed. */
  output(): string;
  /** Lines as they come. */
  onLine(listener: (line: string, at: number) => void): void;
}

const RESTART_MS = 1_000;
const STOP_MS = 15_000;

export function createService(
  name: string,
  command: string[],
  options: { env?: Record<string, string>; cwd?: string; stopSignal?: NodeJS.Signals; logFile?: string } = {},
): Service {
  const listeners: ((line: string, at: number) => void)[] = [];
  let child: ChildProcess | null = null;
  let isWanted = false;
  let output = '';
  let rest = '';

  function hear(chunk: Buffer): void {
    const at = Date.now();
    if (options.logFile) appendFileSync(options.logFile, chunk);
    output = (output + chunk.toString()).slice(-20_000);
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) for (const listener of listeners) listener(line, at);
  }

  function launch(): void {
    const [program = '', ...args] = command;
    const born = spawn(program, args, {
      cwd: options.cwd ?? '/',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C is for the one who watches.
      detached: true,
    });
    child = born;
    born.stdout.on('data', hear);
    born.stderr.on('data', hear);
    born.on('error', (error) => (output += String(error)));
    born.once('exit', () => {
      if (child === born) child = null;
      setTimeout(() => {
        if (isWanted && child === null) launch();
      }, RESTART_MS);
    });
  }

  return {
    name,
    isRunning: () => child !== null,
    start() {
      isWanted = true;
      if (!child) launch();
    },
    async stop() {
      isWanted = false;
      const leaving = child;
      if (!leaving) return;
      const ended = new Promise((done) => leaving.once('exit', done));
      leaving.kill(options.stopSignal ?? 'SIGTERM');
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      leaving.kill('SIGKILL');
      await ended;
    },
    kill() {
      isWanted = false;
      child?.kill('SIGKILL');
    },
    crash: () => void child?.kill('SIGKILL'),
    output: () => output,
    onLine: (listener) => void listeners.push(listener),
  };
}
