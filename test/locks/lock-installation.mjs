// Waits for the lock of an installation, says when it has it, and keeps it.
import { withLock } from '../../scripts/run/with-lock.mjs';

const say = (word) => process.stdout.write(`${word}\n`);
const keep = () => {
  say('dentro');
  return new Promise(() => setInterval(() => {}, 60_000));
};
await withLock(keep, { folder: process.argv[2], pollMs: 5, onWait: () => say('espera') });
