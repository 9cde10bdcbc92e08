// `npm run package -- FOLDER`: lays what a running shop needs into an empty folder, for an image (Dockerfile) or a
// machine where systemd starts it (deploy/systemd). No sources, no compiler, no npm: nothing there changes when it runs.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIsFresh, buildShop } from './build-shop.mjs';
import { dependenciesAreInstalled, installDependencies } from './install/install-dependencies.mjs';
import { findNode } from './install/find-node.mjs';
import { EXTERNAL_PACKAGES } from './run/external-packages.mjs';
import { NODE_FLAGS } from './run/node-flags.mjs';
import { projectRoot } from './run/run-command.mjs';
import { withLock } from './run/with-lock.mjs';

const root = fileURLToPath(projectRoot);
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** Where Node finds `name` for the package in `from`, and only if it is installed. */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (folder === '.') return undefined;
  }
}

/** These packages and all that they need, as folders below the project's. */
function withDependencies(names) {
  const places = new Set();
  const add = (name, from, isOptional) => {
    const place = findPackage(name, from);
    if (place === undefined) {
      if (isOptional) return;
      throw new Error(`Falta o pacote ${name}, de que ${from} precisa.`);
    }
    if (places.has(place)) return;
    places.add(place);
    const needs = readJson(join(place, 'package.json'));
    const mayMiss = { ...needs.peerDependencies, ...needs.optionalDependencies };
    for (const wanted of Object.keys({ ...needs.dependencies, ...mayMiss })) {
      add(wanted, place, wanted in mayMiss);
    }
  };
  for (const name of names) add(name, '.', false);
  return [...places];
}

/** Of a package: the rest is read by a compiler or by a person. */
const isNeeded = (path) => !/\.(?:d\.[cm]?ts|map|md)$/i.test(path);

function layOut(folder) {
  const copy = (from, to = from, filter = () => true) =>
    cpSync(join(root, from), join(folder, to), { recursive: true, filter });
  for (const place of withDependencies(EXTERNAL_PACKAGES)) copy(place, place, isNeeded);
  copy('build/client');
  copy('build/server');
  copy('deploy/hooks', 'hooks');
  mkdirSync(join(folder, 'bin'));
  cpSync(findNode(), join(folder, 'bin/node'));
  const command = readFileSync(join(root, 'deploy/fulgor'), 'utf8');
  writeFileSync(join(folder, 'bin/fulgor'), command.replace('NODE_FLAGS', NODE_FLAGS.join(' ')));
  for (const name of ['fulgor', 'node']) chmodSync(join(folder, 'bin', name), 0o755);
  const { name, version, type, license } = readJson('package.json');
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, private: true, type, license })}\n`,
  );
  letAllRead(folder);
}

/** Whoever starts the shop owns nothing here: the database that a first start copies is written for its owner alone. */
function letAllRead(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function main() {
  const [given, ...more] = process.argv.slice(2);
  if (!given || more.length > 0) throw new Error('Uso: npm run package -- PASTA');
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`A pasta ${folder} não está vazia.`);
  await withLock(async () => {
    if (!dependenciesAreInstalled()) await installDependencies();
    if (!buildIsFresh()) await buildShop();
    mkdirSync(folder, { recursive: true });
    layOut(folder);
  });
  console.log(JSON.stringify({ folder, version: readJson('package.json').version }));
}

try {
  await main();
} catch (error) {
  console.error(`[fulgor] ${error.message}`);
  process.exitCode = 1;
}
