// Takes the lock of an embedded database's folder as soon as a byte arrives, says so, and keeps it.
import { once } from 'node:events';
import { DataDirectoryInUse, lockDataDirectory } from '#db/data-lock.server.ts';

process.stdout.write('pronto\n');
await once(process.stdin, 'data');
try {
  lockDataDirectory(process.argv[2]!);
  process.stdout.write('dentro\n');
} catch (error) {
  if (!(error instanceof DataDirectoryInUse)) throw error;
  process.stdout.write(`recusado: ${error.message}\n`);
}
