import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { NODE_FLAGS } from '../../../scripts/run/node-flags.mjs';
import type { ClockMessage } from './movable-clock.ts';

const CLOCK = join(import.meta.dirname, 'movable-clock.ts');
/** Compiled once: otherwise each start would load a compiler for the types, a tenth of its time. */
const clock = await transformWithOxc(readFileSync(CLOCK, 'utf8'), CLOCK, { sourcemap: false });
const CLOCK_URL = `data:text/javascript,${encodeURIComponent(clock.code)}`;

/** One running copy of the built shop. It is started once and killed; the next life is another one. */
export interface ShopProcess {
  readonly url: string;
  readonly isAlive: () => boolean;
  /** Rejects when the process ends before it serves. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  kill(): void;
  /** As an operator does. */
  stop(): void;
  setClock(shiftMs: number): void;
  /** The end of its output, for a failure's report. */
  output(): string;
}

export function startShopProcess(options: {
  mainFile: string;
  port: number;
  clockShiftMs: number;
  env: Record<string, string>;
}): ShopProcess {
  const url = `http://127.0.0.1:${options.port}`;
  const child: ChildProcess = spawn(
    process.execPath,
    [...NODE_FLAGS, '--import', CLOCK_URL, options.mainFile],
    {
      env: {
        PATH: process.env.PATH,
        PORT: String(options.port),
        APP_URL: url,
        PREPARE_PICTURES: '0',
        FAULTS_CLOCK_SHIFT: String(options.clockShiftMs),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let output = '';
  let isAlive = true;
  const { promise: ready, resolve: isServing, reject: failed } = Promise.withResolvers<void>();
  ready.catch(() => {});
  const note = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-6000);
    if (output.includes(' está no ar: ')) isServing();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  child.on('error', () => {});
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      isAlive = false;
      failed(new Error(`The shop ended before it served:\n${output}`));
      done();
    });
  });
  return {
    url,
    isAlive: () => isAlive,
    ready,
    ended,
    kill() {
      isAlive = false;
      child.kill('SIGKILL');
    },
    stop() {
      isAlive = false;
      child.kill('SIGTERM');
    },
    setClock(shiftMs) {
      if (isAlive && child.connected) child.send({ shiftMs } satisfies ClockMessage, () => {});
    },
    output: () => output,
  };
}

export function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
