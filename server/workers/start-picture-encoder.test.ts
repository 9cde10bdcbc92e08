import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PictureEncoder } from '#shop/media/picture-encoder.ts';
import { startPictureEncoder } from './start-picture-encoder.ts';

const ENCODER = join(import.meta.dirname, 'encode-pictures.ts');
let picture: Buffer;
let encoder: PictureEncoder;

beforeAll(async () => {
  picture = await sharp({ create: { width: 400, height: 236, channels: 3, background: '#c81e5a' } })
    .jpeg()
    .toBuffer();
});
afterEach(async () => {
  encoder.stop();
  // One with the lowest priority takes its time to end on a busy machine, and the next test would find it.
  if (process.platform === 'linux') await expect.poll(() => encodersOf(process.pid)).toEqual([]);
});

/**
 * Where the priority is not tested it is a normal one: with the lowest it would get no time beside the other tests.
 */
const start = (options: Parameters<typeof startPictureEncoder>[1] = { priority: 0 }) =>
  (encoder = startPictureEncoder(ENCODER, options));

describe('the process that encodes pictures', () => {
  test('answers the picture and its colour, counts its processor time, and refuses what is none', async () => {
    const { encode, usedMs } = start();
    expect(usedMs()).toBe(0);
    const encoded = await encode(picture);
    if (!encoded.ok) throw new Error(encoded.reason);
    expect(encoded.color).toMatch(/^#c[5-9a-f]1[c-f]5[5-9a-f]$/);
    expect(await sharp(encoded.data).metadata()).toMatchObject({ format: 'heif', width: 330 });
    const first = usedMs();
    expect(first).toBeGreaterThan(0);
    expect(await encode(Buffer.from('<svg/>'))).toEqual({ ok: false, reason: 'not_a_picture' });
    expect(usedMs()).toBeGreaterThan(first);
  });

  // The others have no /proc to look into.
  describe.runIf(process.platform === 'linux')('on Linux', () => {
    test('every thread that encodes has the lowest priority, and no secret of the shop', async () => {
      process.env.S3_SECRET_ACCESS_KEY = 'segredo';
      await start({}).encode(picture);
      delete process.env.S3_SECRET_ACCESS_KEY;
      const pid = encoderOf(process.pid);
      const threads = readdirSync(`/proc/${pid}/task`).map((id) => readStat(`${pid}/task/${id}`));
      const working = threads.filter(({ name }) => /^\(libuv-worker\)|MainThread|^\(node\)/.test(name));
      expect(working.length).toBeGreaterThan(1);
      for (const { nice } of working) expect(nice).toBe(constants.priority.PRIORITY_LOW);
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('segredo');
    });

    test('whoever waits learns that it was killed, and the next picture has another process', async () => {
      const { encode } = start();
      await encode(picture);
      const pid = encoderOf(process.pid);
      process.kill(pid, 'SIGSTOP');
      const answer = encode(picture);
      process.kill(pid, 'SIGKILL');
      expect(await answer).toEqual({ ok: false, reason: 'ended' });
      expect(await encode(picture)).toMatchObject({ ok: true });
      expect(encodersOf(process.pid)).not.toEqual([pid]);
    });

    test('it ends when no picture has come for a while, and comes back with the next', async () => {
      const { encode } = start({ priority: 0, restAfterMs: 50 });
      await encode(picture);
      await expect.poll(() => encodersOf(process.pid)).toEqual([]);
      expect(await encode(picture)).toMatchObject({ ok: true });
    });

    test('a stop answers whoever waits, and ends it', async () => {
      const { encode, stop } = start();
      await encode(picture);
      const answer = encode(picture);
      stop();
      expect(await answer).toEqual({ ok: false, reason: 'ended' });
      await expect.poll(() => encodersOf(process.pid)).toEqual([]);
    });

    test('it ignores what a terminal sends to the shop, and ends with it, however the shop ends', async () => {
      const program = `import { startPictureEncoder } from './server/workers/start-picture-encoder.ts';
        const encoder = startPictureEncoder(${JSON.stringify(ENCODER)}, { priority: 0 });
        await encoder.encode(Buffer.from('no picture'));
        console.log('ready');`;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(parent.stdout, 'data');
      const pid = encoderOf(parent.pid);
      process.kill(pid, 'SIGTERM');
      process.kill(pid, 'SIGINT');
      expect(encoderOf(parent.pid)).toBe(pid);
      parent.kill('SIGKILL');
      await expect.poll(() => isAlive(pid)).toBe(false);
    });
  });
});

interface Stat {
  name: string;
  parent: number;
  nice: number;
  state: string;
}

/** `process`: a path below /proc. */
function readStat(process: string): Stat {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
  const end = stat.lastIndexOf(')') + 1;
  const fields = stat.slice(end + 1).split(' ');
  return {
    name: stat.slice(stat.indexOf('('), end),
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    nice: Number(fields[16]),
  };
}

function encodersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isOurs = readStat(pid).parent === parent && readStat(pid).state !== 'Z';
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encode-pictures');
      } catch {
        // It ended while we looked.
        return false;
      }
    })
    .map(Number);
}

/** @throws where there is not exactly one: nobody else may get its signals. */
function encoderOf(parent: number | undefined): number {
  const [pid, ...more] = encodersOf(parent ?? 0);
  if (!pid || more.length > 0) throw new Error(`Encoders: ${[pid, ...more].join()}`);
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    return readStat(String(pid)).state !== 'Z';
  } catch {
    return false;
  }
}
