import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, asJson, signInPerson, type Person } from '../../test/e2e/authorization/resources.ts';
import { forgeZip } from '../../test/forge-zip.ts';
import { startStockedShop, type RunningShop } from '../../test/e2e/shop.ts';
import { BUYER } from '../../test/e2e/steps.ts';
import { residentMegabytes } from '../load/cpu-time.ts';
import type { Measure, Row, Size } from './measure.ts';

const MEGABYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(MEGABYTE, 'fulgor');
const GOAL_MEGABYTES = 64;
const GOAL_SHARE = 0.1;
const BEGIN = Buffer.from(
  '--sep\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n',
);
const END = Buffer.from('\r\n--sep--\r\n');

/**
 * How much more memory the shop takes while a file that is larger than most comes in and goes out, and how
 * fast it does both beside a program that only copies such a file.
 */
export const measureStoredFiles: Measure = {
  name: 'stored-files',
  needsStock: true,
  async run(size: Size): Promise<Row[]> {
    const megabytes = size === 'full' ? 600 : 20;
    const shop = await startStockedShop('embedded');
    try {
      const staff = await signInPerson(shop, shop.staff);
      await expectOk(ask(shop, staff, '/api/admin/settings', asJson({ max_file_mb: 1000 }, 'PUT')));
      // A small one loads what every file needs.
      await receive(shop, staff, await buyFile(shop, staff, 1, await send(shop, staff, 1)), 1);
      await examine(shop, staff, 1);
      const copying = await timeOf(() => copy(megabytes));
      const up = await watch(shop, () => send(shop, staff, megabytes));
      const entry = await buyFile(shop, staff, 2, up.value);
      const down = await watch(shop, () => receive(shop, staff, entry, megabytes));
      const seen = await watch(shop, () => examine(shop, staff, megabytes));
      return [
        {
          figure: `memory while a ZIP of ${megabytes} MB comes in and is examined`,
          goal: `≤ ${GOAL_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${seen.more.toFixed(0)} MB; ${seen.seconds.toFixed(0)} s, a file beside it ${seen.value.toFixed(1)} s`,
          isMet: seen.more <= GOAL_MEGABYTES,
        },
        ...rows(`a file of ${megabytes} MB comes in`, up, copying.seconds, megabytes),
        ...rows(`a file of ${megabytes} MB goes out`, down, copying.seconds, megabytes),
      ];
    } finally {
      await shop.stop();
    }
  },
};

function rows(
  what: string,
  { more, seconds }: { more: number; seconds: number },
  copySeconds: number,
  megabytes: number,
): Row[] {
  return [
    {
      figure: `memory while ${what}`,
      goal: `≤ ${GOAL_MEGABYTES} MB more`,
      ratio: '–',
      absolute: `${more.toFixed(0)} MB`,
      isMet: more <= GOAL_MEGABYTES,
    },
    {
      figure: `rate at which ${what}`,
      goal: `≥ ${GOAL_SHARE} × plain copying`,
      ratio: (copySeconds / seconds).toFixed(2),
      absolute: `${(megabytes / seconds).toFixed(0)} MB/s, plain ${(megabytes / copySeconds).toFixed(0)} MB/s`,
      isMet: copySeconds / seconds >= GOAL_SHARE,
    },
  ];
}

async function timeOf<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - begun) / 1000 };
}

async function watch<T>(shop: RunningShop, work: () => Promise<T>) {
  const before = residentMegabytes(shop.pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(shop.pid))), 50);
  try {
    const timed = await timeOf(work);
    return { ...timed, more: most - before };
  } finally {
    clearInterval(timer);
  }
}

/** The same bytes from one file to another, safe on the disk. */
async function copy(megabytes: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-copy-'));
  try {
    await using from = await open(join(directory, 'from'), 'w+');
    for (let n = 0; n < megabytes; n++) await from.write(CHUNK);
    await using to = await open(join(directory, 'to'), 'w');
    await pipeline(
      from.createReadStream({ start: 0, autoClose: false }),
      to.createWriteStream({ flush: true }),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Sends a ZIP and waits for its verdict. @returns how many seconds a small file took that came meanwhile. */
async function examine(shop: RunningShop, staff: Person, megabytes: number): Promise<number> {
  const id = await send(shop, staff, megabytes, makeZip(megabytes));
  const beside = await timeOf(() => send(shop, staff, 1));
  const path = '/api/admin/skin-files/Ashe/3';
  let file = await expectOk<Shown>(ask(shop, staff, path, asJson({ file_id: id, auto: true }, 'PUT')));
  while (file.examined.at === null) {
    await sleep(200);
    file = await expectOk<Shown>(ask(shop, staff, path, asJson({ auto: true }, 'PUT')));
  }
  const { verdict, entries } = file.examined;
  if (verdict !== 'clean' || entries !== megabytes) throw new Error(`${verdict}, ${entries} files.`);
  return beside.seconds;
}

interface Shown {
  examined: { verdict: string; entries: number | null; at: string | null };
}

/** One file in each megabyte, packed and of no pattern, so that all of it is unpacked. */
function makeZip(megabytes: number): { bytes: number; parts: () => Iterable<Buffer> } {
  const one = forgeZip([{ name: '0000.dds', content: randomBytes(MEGABYTE), method: 8 }]);
  const local = one.readUInt32LE(one.length - 6);
  const listed = one.length - 22 - local;
  function* parts() {
    for (let n = 0; n < megabytes; n++) {
      const own = Buffer.from(one.subarray(0, local));
      own.write(String(n).padStart(4, '0'), 30);
      yield own;
    }
    for (let n = 0; n < megabytes; n++) {
      const entry = Buffer.from(one.subarray(local, local + listed));
      entry.writeUInt32LE(n * local, 42);
      entry.write(String(n).padStart(4, '0'), 46);
      yield entry;
    }
    const end = Buffer.from(one.subarray(-22));
    for (const at of [8, 10]) end.writeUInt16LE(megabytes, at);
    end.writeUInt32LE(listed * megabytes, 12);
    end.writeUInt32LE(local * megabytes, 16);
    yield end;
  }
  return { bytes: megabytes * (local + listed) + 22, parts };
}

/** @returns the file's id. */
async function send(
  shop: RunningShop,
  staff: Person,
  megabytes: number,
  { bytes, parts } = {
    bytes: megabytes * MEGABYTE,
    parts: () => Array<Buffer>(megabytes).fill(CHUNK) as Iterable<Buffer>,
  },
): Promise<string> {
  const outgoing = request(`${shop.url}/api/admin/files`, {
    method: 'POST',
    headers: {
      cookie: staff.cookie,
      origin: shop.url,
      'content-type': 'multipart/form-data; boundary=sep',
      'content-length': BEGIN.length + bytes + END.length,
    },
  });
  const answered = new Promise<Response>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (answer) => {
      resolve(new Response(Readable.toWeb(answer) as ReadableStream, { status: answer.statusCode ?? 0 }));
    });
  });
  async function* body() {
    yield BEGIN;
    yield* parts();
    yield END;
  }
  await pipeline(Readable.from(body()), outgoing);
  return (await expectOk<{ id: string }>(answered)).id;
}

/** The staff account buys the skin. @returns the entry of the collection that its file is downloaded by. */
async function buyFile(shop: RunningShop, staff: Person, skinNum: number, fileId: string): Promise<string> {
  const skin = { championId: 'Ashe', skinNum };
  const file = { file_id: fileId, auto: true };
  await expectOk(ask(shop, staff, `/api/admin/skin-files/Ashe/${skinNum}`, asJson(file, 'PUT')));
  const customer = { ...BUYER, email: staff.email };
  const created = await expectOk<{ payment: { id: string } }>(
    ask(shop, staff, '/api/create-pix-payment', asJson({ skinData: skin, customer })),
  );
  await expectOk(ask(shop, null, `/simulator/pay/${created.payment.id}`, { method: 'POST' }));
  const entries = await expectOk<{ id: string; skin_num: number }[]>(ask(shop, staff, '/api/collection'));
  return entries.find((entry) => entry.skin_num === skinNum)?.id ?? '';
}

async function receive(shop: RunningShop, staff: Person, entry: string, megabytes: number): Promise<void> {
  const answer = await ask(shop, staff, `/dashboard/download-skin/${entry}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.byteLength;
  if (answer.status !== 200 || bytes !== megabytes * MEGABYTE)
    throw new Error(`${answer.status}, ${bytes} bytes came in place of ${megabytes} MB.`);
}

async function expectOk<T>(asked: Promise<Response>): Promise<T> {
  const answer = await asked;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}
