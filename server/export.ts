import { resolve } from 'node:path';
import type { Exported } from '#shop/moving/leaving/export-shop.ts';
import { askRunningShop } from './backups/answer-requests.ts';
import { CommandRefused } from './commands/command-refused.ts';
import { readWords } from './commands/read-words.ts';
import { runCommand } from './commands/run-command.ts';
import { withDatabase } from './commands/with-database.ts';
import { readEnv } from './config/env.ts';
import { locateDatabase } from './config/locate-database.ts';
import { exportToFolder } from './leaving/export-to-folder.ts';

const USAGE = 'Uso: npm run export -- --to PASTA';

/** `npm run export`: while the shop sells, or while it is stopped. The last line is JSON for programs. */
async function main(words: string[]): Promise<string> {
  const { to } = readWords(words, { usage: USAGE, options: ['to'], words: 0 }).values;
  if (!to) throw new CommandRefused(USAGE);
  const folder = resolve(to);
  const env = readEnv(process.env);
  const done =
    (env.databaseUrl === null ? await askRunningShop(env.dataDir, { exportTo: folder }) : null) ??
    (await withDatabase(locateDatabase(env, { maxConnections: 2 }), ({ db }) => exportToFolder(db, folder)));
  return `${describe(done, folder)}\n${JSON.stringify(done)}`;
}

const describe = ({ orders, people, owned }: Exported, folder: string) =>
  `A loja está em ${folder}: ${orders} pedidos, ${people} pessoas, ${owned} skins que têm dono. Quem lê esses arquivos lê os dados dos clientes.`;

await runCommand(main);
