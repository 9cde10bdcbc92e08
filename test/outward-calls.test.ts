import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { ShopContext } from '#shop/context.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { ACCESS } from './e2e/authorization/access-table.ts';
import { listOutwardCalls } from './sources/list-outward-calls.ts';

const root = resolve(import.meta.dirname, '..');
const calls = listOutwardCalls();

/** Sources by path, without tests. */
const sources = new Map(
  ['app', 'shop', 'jobs', 'emails', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path): [string, string] => [
        join(folder, path),
        readFileSync(join(root, folder, path), 'utf8').replace(
          /\/\*[\s\S]*?\*\/|\/\/ .*|^import type [^;]*;/gm,
          (cut) => (cut.includes('OutwardContext') ? cut : ''),
        ),
      ]),
  ),
);

/** What reaches out without being handed a context for it. */
const BARE =
  /\bfetch\(|\bencodeQrPng\(|(?:from |import\()'(?:sharp|nodemailer|undici|node:(?:https?|tls|dgram|dns|fs|fs\/promises|child_process))'|\b(?:connect|createConnection|Socket)\b[^;]* from 'node:net'|\bfetch\b = globalThis/;

/** Screens that the browser runs: their `fetch` is its own, and the policy of the pages lets it reach the shop alone. */
const IN_THE_BROWSER = [
  'app/endpoints/files/write-service-worker.ts',
  'app/routes/admin/desk/use-presence.ts',
  'app/routes/admin/use-api-search.ts',
  'app/routes/admin/use-undo.ts',
  'app/routes/cart/use-coupon.ts',
  'app/routes/payment/start/create-payment.ts',
  'app/routes/payment/code/use-payment.ts',
  'app/routes/payment/shared/ask-for-share.ts',
  'app/routes/store/store-index.ts',
  'app/routes/store/use-lookup.ts',
  'app/ui/order/cancel-order.tsx',
  'app/ui/skin/mark-store.ts',
  'app/ui/live/ended-session.ts',
  'app/ui/live/push-device.ts',
  'app/ui/live/shop-answers.ts',
];

/** Bare means whose use by requests has a row all the same, or costs what the page around it costs. */
const COUNTED_ELSEWHERE: Record<string, string> = {
  'app/endpoints/api/answer-payment.ts': 'the QR code in the answer of a checkout, whose row it is',
  'app/root.tsx': 'reads the list of widths',
  'app/endpoints/files/image.ts': 'reads the list of widths; serve-splash.ts takes the row before it draws',
};

const importsOf = (path: string, text: string) =>
  [...text.matchAll(/from '((?:#|\.)[^']+)'/g)].map(([, to = '']) =>
    to.startsWith('#') ? to.slice(1) : join(dirname(path), to),
  );

/** The modules that reach out by themselves, and those that use them without a context that may. */
function reachesOutBare(modules: ReadonlyMap<string, string>): string[] {
  const bare = new Set(
    [...modules]
      .filter(([path, text]) => !path.startsWith('server/') && BARE.test(text))
      .map(([path]) => path),
  );
  for (const path of IN_THE_BROWSER) bare.delete(path);
  for (const path of Object.keys(COUNTED_ELSEWHERE)) bare.delete(path);
  for (let size = -1; size !== bare.size;) {
    size = bare.size;
    for (const [path, text] of modules) {
      if (path.startsWith('server/') || text.includes('OutwardContext') || COUNTED_ELSEWHERE[path]) continue;
      if (IN_THE_BROWSER.includes(path)) continue;
      if (importsOf(path, text).some((to) => bare.has(to))) bare.add(path);
    }
  }
  return [...bare].filter((path) => /^(?:app|jobs)\//.test(path));
}

// shows: threat 56
test('no request reaches out but by a row of the table', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(reachesOutBare(sources)).toEqual([]);
  const planted = new Map(sources);
  planted.set(
    'app/endpoints/planted.ts',
    `import { fetchSplash } from '#shop/media/fetch-splash.ts';\nexport const loader = () => fetchSplash(x);`,
  );
  planted.set('app/routes/planted.tsx', `export const loader = () => fetch('https://exemplo.com');`);
  expect(reachesOutBare(planted).sort()).toEqual(['app/endpoints/planted.ts', 'app/routes/planted.tsx']);
});

test('the context that can reach out is given by one module, and the compiler refuses every other', () => {
  const casts = [...sources].filter(([, text]) =>
    /\bas (?:unknown as )?OutwardContext\b|<OutwardContext>/.test(text),
  );
  expect(casts.map(([path]) => path)).toEqual(['shop/limits/allow-outward-call.ts']);
  const askers = [...sources].filter(
    ([, text]) => /\bas (?:never|any)\b/.test(text) && /\bgetShop\b/.test(text),
  );
  expect(askers).toEqual([]);

  const withoutRow = (shop: ShopContext) => {
    // @ts-expect-error -- asking a provider takes an OutwardContext
    void checkCharge(shop, 'id');
    // @ts-expect-error -- so does sending a mail
    void sendMail(shop, { id: '', to: '', subject: '', html: '', text: '' });
    // @ts-expect-error -- enqueueing one
    void shop.enqueue;
    // @ts-expect-error -- the provider itself
    void shop.gateway.find;
    // @ts-expect-error -- and storing a file
    void shop.files.write;
  };
  expect(withoutRow).toBeTypeOf('function');
});

// shows: threat 55
test('mail leaves by ten doors: to the account itself, to who is asked for a review, to whose wish has come, to the addresses of its rescue, to the team, to whom a gift is for, to whom an order may be told, to the other side of a thread, to whom alerts go, and to who tests it', () => {
  const callers = [...sources]
    .filter(([, text]) => /import \{ (?:sendMail|mailJob) \}/.test(text))
    .map(([path]) => path);
  expect(
    callers.sort(),
    'a new door for mail is decided first: docs/decisions/mail-to-proved-addresses.md',
  ).toEqual([
    'jobs/mails/mail-account.ts',
    'jobs/mails/mail-gift-kept.ts',
    'jobs/mails/mail-gift.ts',
    'jobs/mails/mail-job.ts',
    'jobs/mails/mail-message.ts',
    'jobs/mails/mail-rescue.ts',
    'jobs/mails/mail-review-request.ts',
    'jobs/mails/mail-skins-arrived.ts',
    'jobs/mails/mail-ticket.ts',
    'shop/alerts/send-alert-mail.ts',
    'shop/health/send-test-mail.ts',
  ]);
  const mailers = [...sources].filter(([, text]) => /\bmailer\.send\(/.test(text));
  // The second one measures what the first one sends.
  expect(mailers.map(([path]) => path).sort()).toEqual([
    'server/metrics/watch-mailer.ts',
    'shop/messages/send-mail.ts',
  ]);
});

test('every row is taken somewhere, and stands at addresses that the access table knows', () => {
  const taken = [...sources].filter(([path]) => path !== 'shop/limits/outward-calls.ts');
  // The auth library's calls take the same buckets in `server/auth/limit-calls.ts`, and streams have places.
  const byName = (name: string) => ['sign-up', 'account-link', 'stream'].includes(name);
  const idle = calls.filter(
    ([name]) => !byName(name) && !taken.some(([, text]) => text.includes(`'${name}'`)),
  );
  expect(idle.map(([name]) => name)).toEqual([]);
  const edge = sources.get('server/auth/limit-calls.ts') ?? '';
  const unused = calls
    .filter(([name]) => byName(name))
    .flatMap(([, { limits }]) => limits)
    .filter(({ limit }) => !edge.includes(`rateLimits.${camel(limit.name)}`));
  expect(unused).toEqual([]);

  const unknown = calls.flatMap(([, { at }]) =>
    at.filter((address) => {
      const [method = '', path = ''] = address.split(' ');
      // The auth library's own addresses, and those of providers, are no screens that people walk.
      if (path.startsWith('/api/auth/') || path.startsWith('/webhooks/')) return false;
      return !Object.hasOwn(ACCESS[path]?.methods ?? {}, method);
    }),
  );
  expect(unknown, 'an address and method of test/e2e/authorization/access-table.ts').toEqual([]);
});

test('each row says what bounds it, and what the refused one reads', () => {
  const unbounded = calls.filter(([, { limits, also }]) => limits.length === 0 && !also);
  expect(unbounded).toEqual([]);
  expect(
    calls.filter(([, { refused, at, does }]) => refused === '' || at.length === 0 || does.length === 0),
  ).toEqual([]);
});

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
