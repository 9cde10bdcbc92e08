import { join } from 'node:path';
import { DataDirectoryInUse } from '#db/data-lock.server.ts';
import { openDatabase } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { grantStaff, revokeStaff } from '#shop/accounts/grant-staff.ts';
import { createShopContext } from './context.ts';
import { EnvError, readEnv } from './env.ts';
import { createLog } from './log.ts';

const USAGE = 'Uso: npm run admin -- grant|revoke EMAIL';

/** `npm run admin -- grant|revoke EMAIL`: the only way to make or unmake staff (ruling 16). */
async function main([command, email]: string[]): Promise<string> {
  if ((command !== 'grant' && command !== 'revoke') || !email) throw new Error(USAGE);
  const env = readEnv(process.env);
  const database = await openDatabase(
    env.databaseUrl ? { url: env.databaseUrl, maxConnections: 2 } : { directory: join(env.dataDir, 'db') },
  );
  try {
    await migrate(database);
    const { shop } = await createShopContext(env, database, createLog({ level: 'error' }));
    const result = await (command === 'grant' ? grantStaff : revokeStaff)(shop, email, null);
    if (!result.ok) throw new Error(`Nenhuma conta usa o email ${email}. Crie a conta na loja primeiro.`);
    if (!result.changed) return `Nada a fazer: ${email} já estava assim.`;
    return command === 'grant' ? `${email} agora é da equipe.` : `${email} não é mais da equipe.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const expected =
    error instanceof EnvError ||
    error instanceof DataDirectoryInUse ||
    (error as Error).message.startsWith('Nenhuma conta') ||
    (error as Error).message === USAGE;
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
