import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What a journey asks of a browser: the few calls that both protocols of the W3C have. */
export interface Engine {
  /** As it names itself, with its version. */
  name: string;
  open(url: string): Promise<void>;
  /** What an expression gives in the page; it has to be a text. */
  evaluate(expression: string): Promise<string>;
  /** Keys and presses; their JSON is the same in both protocols. */
  act(sources: object[]): Promise<void>;
  /** Puts a file of this machine into the page's own field for files. */
  choose(selector: string, file: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<unknown>;
}

/** A browser's own home and window. */
export interface Room {
  /** Nothing of this machine's user: settings, downloads and the profile lie here. */
  home: string;
  downloads: string;
  /** Starts a program, and waits for what it prints where that is wanted. */
  start(program: string, args: string[], ready?: RegExp): Promise<string>;
  leave(): Promise<void>;
}

export async function openRoom(): Promise<Room> {
  const home = mkdtempSync(join(tmpdir(), 'fulgor-engine-'));
  const downloads = join(home, 'downloads');
  const children: ChildProcess[] = [];
  const env: Record<string, string> = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    PATH: process.env.PATH ?? '',
    TZ: 'America/Sao_Paulo',
  };
  const start: Room['start'] = (program, args, ready = /(?:)/) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    children.push(child);
    return new Promise((done, fail) => {
      let output = '';
      if (ready.test('')) child.once('spawn', () => done(''));
      for (const stream of child.stdio.slice(1) as Readable[]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const found = ready.exec(output);
          if (found) done(found[1] ?? '');
        });
      }
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`${program} ended with ${code}:\n${output}`)));
    });
  };
  // Its number stands on the third channel, where it writes nothing else.
  const display = await start('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], /^(\d+)\n/m);
  env.DISPLAY = `:${display}`;
  return {
    home,
    downloads,
    start,
    async leave() {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null) continue;
        const exited = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        await exited;
      }
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
