import { expect, test } from 'vitest';
import { TARGETS } from './fuzz/requests.ts';
import { listAddresses } from './sources/list-addresses.ts';

/** Addresses that the broken requests leave alone, and why. */
const LEFT_ALONE: Readonly<Record<string, string>> = {
  '/carrinho': 'reads nothing',
  '/sobre-nos': 'reads nothing',
  '/carreiras': 'reads nothing',
  '/privacidade': 'reads nothing',
  '/termos': 'reads nothing',
  '/api': 'reads nothing',
  '/dashboard/meus-dados': 'reads nothing',
  '/api/me/export': 'reads nothing',
  '/dashboard': 'the collection, which has an address of its own',
  '/dashboard/download': 'reads nothing',
  '/dashboard/como-utilizar': 'reads nothing',
  '/*': 'as /:anything',
  '/contact': 'only leads on',
  '/dashboard/orders': 'only leads on',
  '/auth/sair': 'would end the sessions that the run needs',
  '/api/live': 'a stream has no end to wait for: app/endpoints/live/live.both.test.ts',
  '/api/*': 'as /:anything',
  '/api/v1/*': 'the same operations as below /api/admin, behind a key: app/doors/v1.both.test.ts',
  '/confianca': 'reads nothing',
  '/.well-known/fulgor-trust.json': 'reads nothing',
  '/robots.txt': 'reads nothing',
  '/sitemap.xml': 'reads nothing',
  '/manifest.webmanifest': 'reads nothing',
  '/sw.js': 'reads nothing',
  '/sem-conexao': 'reads nothing',
  '/healthz': 'reads nothing',
  '/readyz': 'reads nothing',
};

const withoutNames = (path: string) => path.replace(/\.data$/, '').replaceAll(/:\w+/g, ':x');

test('broken requests go to each address of the shop, or there is a reason why not', () => {
  const reached = new Set(TARGETS.map(({ path }) => withoutNames(path)));
  const left = listAddresses()
    .map(({ path }) => path)
    .filter((path) => !reached.has(withoutNames(path)));
  expect(
    [...new Set(left)].toSorted(),
    'a target in test/fuzz/requests.ts, or a line of LEFT_ALONE with the reason; what is reached leaves that list',
  ).toEqual(Object.keys(LEFT_ALONE).toSorted());
});
