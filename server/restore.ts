import { openBackup } from './backups/open-place.ts';
import { restoreBackup, type Restored, type RestoreTarget } from './backups/restore-backup.ts';
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
  return `${describe(restored, env.authSecret !== null)}\n${JSON.stringify(restored)}`;
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

function describe({ backup, at, into, counts, files, bucket }: Restored, hasSecret: boolean): string {
  const lines = [
    `Restaurado ${backup} (loja como estava em ${at}) em ${into}: ${counts.orders} pedidos e ${files} arquivos, conferidos.`,
  ];
  if (bucket !== null) lines.push(`Os arquivos enviados não estavam no backup: são os do bucket ${bucket}.`);
  if (hasSecret)
    lines.push(
      'AUTH_SECRET está definida e vale no lugar do segredo do backup: confira que é a mesma de antes, ou retire-a.',
    );
  return lines.join('\n');
}

await runCommand(main);
