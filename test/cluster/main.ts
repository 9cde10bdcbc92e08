/**
 * The shop on five machines that are network namespaces of this one, with the configuration of deploy/cluster.
 *
 *   npm run cluster              starts it, prints the addresses, and ends with Ctrl-C
 *   npm run cluster -- --stop    ends one whose own process was killed
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { buildIsFresh, buildShop } from '../../scripts/build-shop.mjs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { withLock } from '../../scripts/run/with-lock.mjs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { installTools } from '../../scripts/install/install-tools.mjs';
import { s3Env, startS3Server } from '../providers/s3-server.ts';
import { findPrograms } from './find-programs.ts';
import { addressOf, clearNetwork, createNetwork, OUTSIDE } from './network.ts';
import { DATABASES, FRONTS, startCluster } from './start-cluster.ts';
import { BASE_ENV } from '../faults/world/shop-template.ts';

const { values } = parseArgs({ options: { stop: { type: 'boolean', default: false } } });
const say = (text: string) => process.stdout.write(`${text}\n`);

const found = findPrograms();
if ('missing' in found) {
  say(
    `Falta: ${found.missing.join(', ')}. Instale (apt-get install ${found.missing.join(' ')}) e rode de novo.`,
  );
  process.exit(1);
}
const { programs } = found;
if (values.stop) {
  await clearNetwork(programs);
  process.exit(0);
}

await withLock(async () => {
  if (!buildIsFresh()) await buildShop();
  await installTools('test/servers');
});
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => leaving.abort());

const { TRUSTED_PROXIES: _, ...shopEnv } = BASE_ENV;
const network = createNetwork(programs);
const storage = await startS3Server({ host: OUTSIDE });
try {
  const cluster = await startCluster({
    programs,
    network,
    appUrl: `http://${addressOf('web1')}`,
    shopEnv: () => ({ ...shopEnv, ...s3Env(storage.settings), ALLOW_SIMULATOR: '1' }),
    say,
    signal: leaving.signal,
  });
  for (const machine of FRONTS) say(`loja por ${machine}: ${cluster.urlOf(machine)}`);
  for (const machine of DATABASES) say(`${machine}: ${cluster.adminUrl(machine)}`);
  say(`dados e logs: ${cluster.folder}`);
  say(await cluster.patronictl('list'));
  say('Ctrl-C termina tudo.');
  if (!leaving.signal.aborted) await once(leaving.signal, 'abort');
  await cluster.stop();
} catch (error) {
  if (!leaving.signal.aborted) throw error;
} finally {
  await storage.close();
}
process.exit(0);
