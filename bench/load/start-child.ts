import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts one of this folder's programs; resolves with the first line that it prints. */
export async function startChild(file: string, ...parameters: string[]): Promise<Child> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = readLines(child);
  return {
    pid: child.pid ?? 0,
    firstLine: await lines.next(),
    nextLine: lines.next,
    say: (line) => void child.stdin?.write(`${line}\n`),
    async stop() {
      // Whoever ended by a signal has no exit code: waiting for a second end would be for ever.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Child {
  pid: number;
  firstLine: string;
  nextLine(): Promise<string>;
  say(line: string): void;
  stop(): Promise<void>;
}

function readLines(child: ChildProcess): { next(): Promise<string> } {
  let pending = '';
  let ended: Error | null = null;
  const ready: string[] = [];
  const waiting: { give: (line: string) => void; fail: (error: Error) => void }[] = [];
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (pending + chunk).split('\n');
    pending = parts.pop() ?? '';
    for (const line of parts) {
      const reader = waiting.shift();
      if (reader) reader.give(line);
      else ready.push(line);
    }
  });
  child.once('close', (code, signal) => {
    ended = new Error(`${child.spawnargs[1]} ended with ${code ?? signal}.`);
    for (const { fail } of waiting) fail(ended);
  });
  return {
    next: () =>
      new Promise((give, fail) => {
        const line = ready.shift();
        if (line !== undefined) give(line);
        else if (ended) fail(ended);
        else waiting.push({ give, fail });
      }),
  };
}
