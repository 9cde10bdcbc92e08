// Keeps two starts from installing or building into each other (docs/decisions/locks.md). Runs on the Node
// the machine has, before anything is installed.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../.fulgor-locks', import.meta.url));

/**
 * Runs `work` while nobody else does. `onWait` is called once if somebody does; `folder` is where the lock lives.
 * @param {() => any} work
 * @param {{ onWait?: () => void, pollMs?: number, folder?: string }} [options]
 */
export async function withLock(work, { onWait = () => {}, pollMs = 250, folder = FOLDER } = {}) {
  const tryOnce = process.platform === 'win32' ? tryPipe : tryTurn;
  let lock = await tryOnce(folder);
  if (!lock) onWait();
  while (!lock) {
    await sleep(pollMs);
    lock = await tryOnce(folder);
  }
  try {
    return await work();
  } finally {
    await new Promise((closed) => lock.close(closed));
  }
}

/**
 * Whoever holds the lock listens on the socket with the highest number in the folder. The kernel closes a socket
 * together with its process, and then it refuses callers. The next holder takes the next number.
 *
 * Why two can never be in: a number appears by `link`, which fails if it is there already, and it appears when
 * its socket already answers. Only the holder of a higher number removes a lower one. So whoever looked long ago
 * and now takes an old number finds a higher one afterwards, and steps back.
 */
async function tryTurn(folder) {
  mkdirSync(folder, { recursive: true });
  const newest = newestTurn(folder);
  if (newest > 0 && (await isAnswered(folder, newest))) return undefined;
  const turn = newest + 1;
  const draft = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const server = await listen(folder, draft);
  try {
    linkSync(`${folder}/${draft}`, `${folder}/${turn}`);
  } catch (error) {
    server.close();
    // Somebody else took the number, or cleared the draft away.
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(`${folder}/${draft}`, { force: true });
  }
  if (newestTurn(folder) !== turn) {
    server.close();
    rmSync(`${folder}/${turn}`, { force: true });
    return undefined;
  }
  for (const name of readdirSync(folder)) {
    if (name !== String(turn)) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
  return server;
}

function newestTurn(folder) {
  return Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger));
}

/** A named pipe of Windows belongs to its process too, and one name cannot be taken twice. */
async function tryPipe(folder) {
  mkdirSync(folder, { recursive: true });
  const place = createHash('sha256').update(realpathSync.native(folder)).digest('hex').slice(0, 32);
  const server = answering();
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(`\\\\.\\pipe\\fulgor-${place}`, () => resolve(server));
  });
}

function listen(folder, name) {
  const server = answering();
  return new Promise((resolve, reject) => {
    server.on('error', (error) =>
      reject(new Error(`A trava da instalação não pôde ser criada em ${folder}: ${error.message}`)),
    );
    inside(folder, () => server.listen({ path: name }, () => resolve(server)));
  });
}

function isAnswered(folder, turn) {
  return new Promise((resolve) => {
    const socket = inside(folder, () => connect({ path: String(turn) }));
    socket.on('connect', () => resolve(true)).on('connect', () => socket.destroy());
    // A full queue of callers, or any other doubt, means that somebody is there.
    socket.on('error', (error) => resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'));
  });
}

function answering() {
  return createServer((socket) => socket.on('error', () => {}).destroy());
}

/** A socket's address holds some hundred bytes, and a folder's path may be longer: it is named from inside. */
function inside(folder, call) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return call();
  } finally {
    process.chdir(before);
  }
}
