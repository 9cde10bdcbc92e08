import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { signInPerson } from '../../test/e2e/authorization/resources.ts';
import { startStockedShop } from '../../test/e2e/shop.ts';
import { residentMegabytes } from '../load/cpu-time.ts';
import type { Measure, Row, Size } from './measure.ts';

const MEGABYTE = 1024 * 1024;
const GOAL_MEGABYTES = 64;
const BEGIN = Buffer.from(
  '--sep\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n',
);
const END = Buffer.from('\r\n--sep--\r\n');

/** How much more memory the shop takes while staff put a file into it that is larger than most (ruling 33). */
export const measureKeptFiles: Measure = {
  name: 'kept-files',
  needsStock: true,
  async run(size: Size): Promise<Row[]> {
    const megabytes = size === 'full' ? 600 : 20;
    const shop = await startStockedShop('embedded');
    try {
      const { cookie } = await signInPerson(shop, shop.staff);
      const headers = { cookie, origin: shop.url };
      const saved = await fetch(`${shop.url}/api/admin/settings`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ max_file_mb: 1000 }),
      });
      // The first small one loads what every upload needs.
      await send(shop.url, headers, 1);
      const before = residentMegabytes(shop.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, residentMegabytes(shop.pid))), 50);
      const status = await send(shop.url, headers, megabytes);
      clearInterval(watch);
      const more = most - before;
      return [
        {
          figure: `memory while a file of ${megabytes} MB comes in`,
          goal: `≤ ${GOAL_MEGABYTES} MB more`,
          ratio: '–',
          absolute: `${more.toFixed(0)} MB`,
          isMet: saved.ok && status === 200 && more <= GOAL_MEGABYTES,
        },
      ];
    } finally {
      await shop.stop();
    }
  },
};

async function send(url: string, headers: Record<string, string>, megabytes: number): Promise<number> {
  const chunk = Buffer.alloc(MEGABYTE, 'fulgor');
  const outgoing = request(`${url}/api/admin/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=sep',
      'content-length': BEGIN.length + megabytes * MEGABYTE + END.length,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
  });
  async function* body() {
    yield BEGIN;
    for (let n = 0; n < megabytes; n++) yield chunk;
    yield END;
  }
  await pipeline(Readable.from(body()), outgoing);
  return answered;
}
