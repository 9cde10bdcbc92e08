import { join } from 'node:path';
import { DataDirectoryInUse } from '#db/data-lock.server.ts';
import { openDatabase } from '#db/client.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { grantStaff, revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { resetSecondFactor } from '#shop/accounts/staff/reset-second-factor.ts';
import type { ShopContext } from '#shop/context.ts';
import { createShopContext } from './context.ts';
import { EnvError, readEnv } from './config/env.ts';
import { createLog } from './config/log.ts';

const BUILD = join(import.meta.dirname, '..');
const USAGE = 'Uso: npm run admin -- grant|revoke|reset-2fa EMAIL';

const COMMANDS = {
  grant: {
    run: (shop: ShopContext, email: string) => grantStaff(shop, email, null),
    done: 'agora é da equipe',
  },
  revoke: {
    run: (shop: ShopContext, email: string) => revokeStaff(shop, email, null),
    done: 'não é mais da equipe',
  },
  'reset-2fa': {
    run: resetSecondFactor,
    done: 'entra só com a senha, e as sessões abertas foram encerradas',
  },
};

/** A message for the operator instead of a stack trace. */
class Refused extends Error {}

const REFUSALS = {
  unknown_email: (email: string) => `Nenhuma conta usa o email ${email}. Crie a conta na loja primeiro.`,
  // The mail proves the address. It also takes the account away from a person who opened it with a stranger's
  // address.
  unproved_email: (email: string, isMailKept: boolean) =>
    `Ninguém confirmou que ${email} é de quem abriu a conta, e por isso ela não entra na equipe. Peça que a pessoa use "Esqueci minha senha" na loja, com este email, e crie uma senha nova pelo link que receber${isMailKept ? ' (sem SMTP_URL, o e-mail fica em DATA_DIR/mail)' : ''}. Depois rode este comando de novo.`,
  revoked: (email: string) => `${email} foi tirado da equipe.`,
};

/**
 * `npm run admin -- grant|revoke|reset-2fa EMAIL`: the only way to grant or revoke staff rights (ruling 16), and to
 * help a person who lost the second factor.
 */
async function main([name = '', email]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : null;
  if (!command || !email) throw new Refused(USAGE);
  const env = readEnv(process.env);
  const database = await openDatabase(
    env.databaseUrl ? { url: env.databaseUrl, maxConnections: 2 } : { directory: join(env.dataDir, 'db') },
  );
  try {
    await migrate(database);
    const { shop } = await createShopContext(env, database, createLog({ level: 'error' }), BUILD);
    const result = await command.run(shop, email);
    if (!result.ok) throw new Refused(REFUSALS[result.reason](email, env.smtpUrl === null));
    if (!result.changed) return `Nada a fazer: ${email} já estava assim.`;
    return `${email} ${command.done}.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const expected =
    error instanceof EnvError || error instanceof DataDirectoryInUse || error instanceof Refused;
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
