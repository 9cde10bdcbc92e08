import { describeRestored } from './backups/describe-restored.ts';
import { openBackup } from './backups/open-place.ts';
import { restoreBackup, type RestoreTarget } from './backups/restore-backup.ts';
import { parseEnv } from './config/env.ts';
import { readWords } from './commands/read-words.ts';
import { runCommand } from './commands/run-command.ts';

const USAGE = 'Uso: npm run restore -- PASTA_DO_BACKUP|s3[:NOME] [--into PASTA|postgres://…]';

/** `npm run restore`: into an empty folder or an empty PostgreSQL. The last line is JSON for programs. */
async function main(words: string[]): Promise<string> {
  const { values, positionals } = readWords(words, { usage: USAGE, options: ['into'], words: 1 });
  // Not `readEnv`, which would make a secret in the folder that has to be empty.
  const env = parseEnv(process.env);
  const { place, name } = await openBackup(env, positionals[0]!);
  const restored = await restoreBackup(place.read(name), targetOf(env, values.into), env.backupKey);
  return `${describeRestored(restored, env.authSecret !== null)}\n${JSON.stringify(restored)}`;
}

function targetOf(
  env: { dataDir: string; databaseDirectUrl: string | null },
  into: string | undefined,
): RestoreTarget {
  if (into === undefined) return { dataDir: env.dataDir, databaseUrl: env.databaseDirectUrl };
  return /^postgres(?:ql)?:\/\//.test(into)
    ? { dataDir: env.dataDir, databaseUrl: into }
    : { dataDir: into, databaseUrl: null };
}

await runCommand(main);
