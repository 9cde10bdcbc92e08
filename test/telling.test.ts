import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Who asks for a job, or tells a person's screens, past `tell`: it is no event. */
const OTHERS: Record<string, string> = {
  'shop/delivery/desk/note-presence.ts': 'who looks at what in this moment',
  'server/auth/auth.ts': 'a secret link, for its address alone',
  'shop/delivery/install/mail-collection.ts': 'a link for whoever asks for it, and for nobody else',
  'shop/catalog/import/claim-import.ts': 'progress, which is over when it is read',
  'shop/given-up/decide-given-up.ts': 'a job of the queue, once more',
  'shop/live/live-event.ts': 'the types',
  'shop/media/prepare-pictures.ts': 'progress',
  'shop/refunds/refund-items.ts': 'work of the shop, which tells its buyer by an event beside it',
};

test('whatever happens in the shop is told by its event, and nobody tells one channel alone', async () => {
  const pattern = String.raw`(ctx|shop)\.enqueue\(|topic: ['\x60](user|staff)`;
  const folders = ['app', 'shop', 'server', 'jobs', 'catalogs', 'gateways'];
  const args = ['grep', '-lP', pattern, '--', ...folders, ':!*.test.ts', ':!shop/events/channels'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: new URL('..', import.meta.url) });
  expect(stdout.trim().split('\n').sort()).toEqual(Object.keys(OTHERS).sort());
});
