import { QUICK } from '#test/catalog-context.ts';
import { SMALL, VERSION } from '#test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '#test/catalog/static-data-server.ts';
import { describeCatalogContract } from '../contract-suite.ts';
import { staticData } from './provider.ts';

describeCatalogContract('the static-data service', async () => {
  const server = await startStaticDataServer();
  const from = { catalogUrl: server.url, catalogLocale: 'pt_BR' };
  const folder = `/cdn/${VERSION}/data/pt_BR`;
  return {
    version: () => staticData.version(from, { policy: QUICK }),
    read: () => staticData.read(from, { policy: QUICK }),
    skuOf: (groupId, itemId) => `lol:${groupId}:${itemId}`,
    offered: { groups: SMALL.champions, items: SMALL.skins },
    change: () => server.serve('/api/versions.json', JSON.stringify(['99.9.9', VERSION])),
    breaks: {
      silent: () => server.down(),
      'one champion missing': () => server.fail(`${folder}/champion/Ahri.json`, 3, 404),
      'no list': () => server.serve(`${folder}/champion.json`, '[]'),
      'a page in its place': () => server.serve('/api/versions.json', '<html>'),
    },
    close: () => server.close(),
  };
});
