import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../.fulgor-lock', import.meta.url));
// Between creating the folder and writing the pid a holder is nameless for an instant.
const NAMELESS_MS = 5000;

function readHolder() {
  try {
    return Number(readFileSync(`${folder}/pid`, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isAbandoned(holder) {
  if (holder) return !isAlive(holder);
  try {
    return Date.now() - statSync(folder).mtimeMs > NAMELESS_MS;
  } catch {
    return false;
  }
}

/** Holds the lock while `work` runs, so that two starts at once don't install or build into each other. */
export async function holdLock(work, { onWait = () => {}, pollMs = 250 } = {}) {
  let told = false;
  let buried;
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(`${folder}/pid`, String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder();
    if (isAbandoned(holder)) {
      // Named after the dead holder and kept until we are done: a second process that also saw it dead
      // then fails to rename, instead of taking away the lock we have just made.
      const grave = `${folder}.${holder ?? 'nameless'}`;
      try {
        renameSync(folder, grave);
        buried = grave;
      } catch {
        await sleep(pollMs);
      }
      continue;
    }
    if (!told) onWait(holder);
    told = true;
    await sleep(pollMs);
  }
  const release = () => {
    rmSync(folder, { recursive: true, force: true });
    if (buried) rmSync(buried, { recursive: true, force: true });
  };
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
