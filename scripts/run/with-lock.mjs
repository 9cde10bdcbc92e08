// Prevents two starts from installing or building at once (docs/decisions/embedded-database.md). Runs on the machine's own Node,
// before anything is installed.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.fulgor-locks', import.meta.url));

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
 * The holder of the lock listens on the socket with the highest number in the folder. The kernel closes a socket
 * together with its process, and a closed socket refuses connections. The next holder takes the next number.
 *
 * Why two can never hold it: a number is made by `link`, which fails if the number exists, and at that moment its
 * socket answers already. Only the holder of a higher number removes a lower one. So a process that looked long ago
 * and takes an old number then finds a higher one, and steps back.
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
    // Another process took the number, or removed the draft.
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

/** A named pipe of Windows also belongs to its process, and only one process can have a name. */
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
    // A full queue of connections, or any other doubt, means that the holder lives.
    socket.on('error', (error) => resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'));
  });
}

function answering() {
  return createServer((socket) => socket.on('error', () => {}).destroy());
}

/** A socket's address has about a hundred bytes, and the path of a folder may be longer. So the name is relative. */
function inside(folder, call) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return call();
  } finally {
    process.chdir(before);
  }
}
