import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_FLAGS } from '../../scripts/run/node-flags.mjs';
import { createPostgresDatabase } from '../../test/e2e/shop.ts';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import { cpuSeconds, peakMegabytes, processAndChildren, residentMegabytes } from '../load/cpu-time.ts';
import type { Measure, Row, Size } from './measure.ts';

const MAIN = resolve(import.meta.dirname, '../../build/server/main.js');
const PORT = 4873;
const PAGES = ['/', '/loja', '/loja/skin/Ahri/4', '/carrinho', '/auth', '/sobre', '/contato', '/carreiras'];
const GOALS = { postgres: 0.8, embedded: 1.5 };
const IDLE_GOALS_MB = { postgres: 160, embedded: 250 };
const PEAK_GOAL_MB = 450;
/** Node gives back what the embedded database's start has left behind within a minute. */
const IDLE_AFTER_MS = { postgres: 10_000, embedded: 60_000 };
const REST_GOAL_PERCENT = 5;
/** A first start prepares its pictures after a minute. */
const REST_AFTER_SECONDS = 70;

/**
 * The built shop on a database that is there, its catalogue in it: from the start of the process to the first 200
 * of the store, what it holds in memory at most and when nobody comes, and what a first start leaves of the processors
 * to others.
 */
export const measureStart: Measure = {
  name: 'start',
  async run(size) {
    const data = await startStaticDataServer(grownMirror);
    try {
      return [
        ...(await measure('postgres', { DATABASE_URL: await createPostgresDatabase() }, data.url, size)),
        ...(await measure('embedded', {}, data.url, size)),
      ];
    } finally {
      await data.close();
    }
  },
};

async function measure(
  database: keyof typeof GOALS,
  env: Record<string, string>,
  catalogUrl: string,
  size: Size,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fulgor-start-'));
  const settings = { ...env, DATA_DIR: dataDir, CATALOG_URL: catalogUrl };
  const rows: Row[] = [];
  // The first start makes the tables and takes the catalogue.
  const first = await start(settings);
  await untilSkins(1000);
  if (database === 'embedded') rows.push(await measureRest(first.child, size), measurePeak(first.child));
  await stop(first.child);

  const seconds: number[] = [];
  for (let n = 0; n < (size === 'short' ? 1 : 3); n++) {
    const { child, took } = await start(settings);
    seconds.push(took / 1000);
    await stop(child);
  }
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN;
  rows.push({
    figure: `start to the first page, ${database}`,
    goal: `≤ ${GOALS[database]} s`,
    ratio: '–',
    absolute: `${median.toFixed(2)} s`,
    isMet: median <= GOALS[database],
  });
  rows.push(await measureIdle(database, settings, size));
  await rm(dataDir, { recursive: true, force: true });
  return rows;
}

async function measureIdle(
  database: keyof typeof IDLE_GOALS_MB,
  settings: Record<string, string>,
  size: Size,
): Promise<Row> {
  // Pictures are prepared a minute after a start, in a process that takes 100 MB while it works.
  const { child } = await start({ ...settings, PREPARE_PICTURES: '0' });
  for (const path of PAGES) await ask(path);
  await sleep(size === 'short' ? 1000 : IDLE_AFTER_MS[database]);
  const megabytes = sumOverTree(child, residentMegabytes);
  const goal = IDLE_GOALS_MB[database];
  await stop(child);
  return {
    figure: `memory at rest, after every public page once, ${database}`,
    goal: `≤ ${goal} MB`,
    ratio: '–',
    absolute: `${megabytes.toFixed(0)} MB`,
    isMet: megabytes <= goal,
  };
}

/** Each process at its own highest, which may be more than there ever was at one moment. */
function measurePeak(child: ChildProcess): Row {
  const megabytes = sumOverTree(child, peakMegabytes);
  return {
    figure: 'memory, most during a first start, embedded',
    goal: `≤ ${PEAK_GOAL_MB} MB`,
    ratio: '–',
    absolute: `${megabytes.toFixed(0)} MB`,
    isMet: megabytes <= PEAK_GOAL_MB,
  };
}

function sumOverTree({ pid = 0 }: ChildProcess, read: (pid: number) => number): number {
  return processAndChildren(pid).reduce((sum, each) => sum + read(each), 0);
}

/** Somebody else keeps one processor busy: the pictures of 1,930 skins wait. */
async function measureRest(child: ChildProcess, size: Size): Promise<Row> {
  const [wait, seconds] = size === 'short' ? [0, 1] : [REST_AFTER_SECONDS, 20];
  const used = () => sumOverTree(child, cpuSeconds);
  const busy = spawn(process.execPath, ['-e', 'for (;;);']);
  await sleep(wait * 1000);
  const before = used();
  await sleep(seconds * 1000);
  const percent = ((used() - before) / seconds) * 100;
  busy.kill('SIGKILL');
  return {
    figure: `processor at rest, a minute after a first start, machine busy, embedded`,
    goal: `≤ ${REST_GOAL_PERCENT} % of a core`,
    ratio: '–',
    absolute: `${percent.toFixed(1)} %`,
    isMet: percent <= REST_GOAL_PERCENT,
  };
}

async function start(settings: Record<string, string>): Promise<{ child: ChildProcess; took: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(PORT),
      ADMIN_EMAIL: 'equipe@exemplo.com',
      ADMIN_PASSWORD: 'segredo-da-equipe',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => void (complaint += chunk.toString()));
  while ((await ask('/loja')) !== 200) {
    if (child.exitCode !== null || performance.now() - startedAt > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`The shop did not start: ${complaint}`);
    }
    await sleep(5);
  }
  return { child, took: performance.now() - startedAt };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/** The catalogue is taken in the background; a start on half of one would not be the one that is promised. */
async function untilSkins(atLeast: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/metrics`).catch(() => null);
    const skins = /^fulgor_catalog_skins (\d+)/m.exec((await answer?.text()) ?? '')?.[1];
    if (Number(skins) >= atLeast) return;
    await sleep(100);
  }
  throw new Error('The catalogue did not come within a minute.');
}

/** The status, or null while nobody answers. A connection for each: a kept one would outlive the shop. */
function ask(path: string): Promise<number | null> {
  return new Promise((done) => {
    const asked = request({ host: '127.0.0.1', port: PORT, path, agent: false }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? null));
    });
    asked.once('error', () => done(null)).end();
  });
}
