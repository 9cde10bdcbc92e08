import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/client.server.ts';
import { askRunningShop } from './backups/answer-requests.ts';
import { CommandRefused } from './commands/command-refused.ts';
import type { BackupDone } from './backups/make-backup.ts';
import { makeRecordedBackup } from './backups/make-recorded-backup.ts';
import { keepAt, openPlace } from './backups/open-place.ts';
import { readEnv } from './config/env.ts';
import { locateDatabase } from './config/locate-database.ts';
import { createLog } from './config/log.ts';
import { runCommand } from './commands/run-command.ts';

const USAGE = 'Uso: npm run backup -- [--to PASTA|s3]';

/** `npm run backup`: while the shop sells, or while it is stopped. The last line is JSON for programs. */
async function main(words: string[]): Promise<string> {
  const given = readArguments(words);
  const env = readEnv(process.env);
  const to = given === null || given === 's3' ? given : resolve(given);
  const done =
    (env.databaseUrl === null ? await askRunningShop(env.dataDir, { to, key: env.backupKey }) : null) ??
    (await makeHere());
  return `${describe(done)}\n${JSON.stringify(done)}`;

  async function makeHere(): Promise<BackupDone> {
    const database = await openDatabase(locateDatabase(env, { maxConnections: 2 }));
    try {
      const source = { env, database, log: createLog({ level: 'error' }) };
      return await makeRecordedBackup(source, openPlace(env, to), {
        key: env.backupKey,
        keep: keepAt(env, to),
      });
    } finally {
      await database.close();
    }
  }
}

function readArguments(words: string[]): string | null {
  try {
    return parseArgs({ args: words, options: { to: { type: 'string' } } }).values.to ?? null;
  } catch {
    throw new CommandRefused(USAGE);
  }
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
