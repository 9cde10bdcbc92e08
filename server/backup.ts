import { resolve } from 'node:path';
import { askRunningShop } from './backups/answer-requests.ts';
import type { BackupDone } from './backups/make-backup.ts';
import { makeBackupAt } from './backups/make-recorded-backup.ts';
import { readEnv } from './config/env.ts';
import { locateDatabase } from './config/locate-database.ts';
import { createLog } from './config/log.ts';
import { readWords } from './commands/read-words.ts';
import { runCommand } from './commands/run-command.ts';
import { withDatabase } from './commands/with-database.ts';

const USAGE = 'Uso: npm run backup -- [--to PASTA|s3]';

/** `npm run backup`: while the shop sells, or while it is stopped. The last line is JSON for programs. */
async function main(words: string[]): Promise<string> {
  const given = readWords(words, { usage: USAGE, options: ['to'], words: 0 }).values.to ?? null;
  const env = readEnv(process.env);
  const request = { to: given === null || given === 's3' ? given : resolve(given), key: env.backupKey };
  const done =
    (env.databaseUrl === null ? await askRunningShop(env.dataDir, request) : null) ??
    (await withDatabase(locateDatabase(env, { maxConnections: 2 }), (database) =>
      makeBackupAt({ env, database, log: createLog({ level: 'error' }) }, request),
    ));
  return `${describe(done)}\n${JSON.stringify(done)}`;
}

function describe(done: BackupDone): string {
  const lines = [
    `Backup guardado e conferido: ${done.backup} (${(done.bytes / 1e6).toFixed(1)} MB, ${done.orders} pedidos, ${done.files} arquivos).`,
  ];
  if (!done.encrypted)
    lines.push(
      'Ele não é cifrado: quem o ler lê os dados dos clientes e o segredo da loja. Defina BACKUP_KEY.',
    );
  if (done.bucket !== null)
    lines.push(`Os arquivos enviados continuam no bucket ${done.bucket} e não estão neste backup.`);
  if (done.missingFiles > 0)
    lines.push(`${done.missingFiles} arquivo(s) que o banco nomeia não foram encontrados.`);
  if (done.removed.length > 0) lines.push(`Apagados por serem antigos: ${done.removed.join(', ')}.`);
  return lines.join('\n');
}

await runCommand(main);
