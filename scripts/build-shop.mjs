import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode, withProjectTools } from './install/find-node.mjs';
import { projectRoot, runCommand } from './run/run-command.mjs';

const SOURCES = ['app', 'shop', 'catalogs', 'gateways', 'jobs', 'db', 'server', 'emails', 'demo', 'public'];
const SETTINGS = [
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const root = fileURLToPath(projectRoot);
const stampFile = `${root}build/.stamp`;
export const serverEntry = `${root}build/server/main.js`;

function describeFile(path) {
  const { size, mtimeMs } = statSync(path);
  return `${path.slice(root.length)} ${size} ${mtimeMs}\n`;
}

function* listFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Names, sizes and times, not contents: a second start must not wait for reading every file. */
function wantedStamp() {
  const paths = SETTINGS.map((name) => `${root}${name}`).filter((path) => existsSync(path));
  for (const name of SOURCES) {
    if (existsSync(`${root}${name}`)) paths.push(...listFiles(`${root}${name}`));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort()) hash.update(describeFile(path));
  return hash.digest('hex');
}

export function buildIsFresh() {
  return (
    existsSync(serverEntry) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()
  );
}

/** Call under the lock. Throws with a sentence for the operator. */
export async function buildShop() {
  // Taken before the build: a file saved meanwhile makes the next start build again.
  const stamp = wantedStamp();
  rmSync(stampFile, { force: true });
  await runStep('react-router build', ['node_modules/@react-router/dev/bin.cjs', 'build']);
  if (!existsSync(serverEntry)) {
    throw new Error(
      'A montagem terminou sem build/server/main.js: confira a entrada do servidor em vite.config.ts.',
    );
  }
  // After the build, not inside it: both need much memory.
  await runStep('make-database-template', [
    'scripts/make-database-template.mjs',
    `${root}build/server/database`,
  ]);
  mkdirSync(`${root}build`, { recursive: true });
  writeFileSync(stampFile, stamp);
}

async function runStep(name, args) {
  const { code } = await runCommand(findNode(), args, {
    env: { ...withProjectTools(), NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) {
    throw new Error(
      `A montagem da loja falhou (${name} saiu com ${code}). Corrija o erro acima e rode de novo.`,
    );
  }
}
