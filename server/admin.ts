import { join } from 'node:path';
import { bringForward } from './bring-forward.ts';
import { grantStaff, revokeStaff, type StaffChange } from '#shop/accounts/staff/grant-staff.ts';
import { resetSecondFactor } from '#shop/accounts/staff/reset-second-factor.ts';
import { STAFF_ROLES, type StaffRole } from '#shop/accounts/staff/rights.ts';
import { roleOfWord, roleWord } from '#shop/accounts/staff/role-word.ts';
import type { ShopContext } from '#shop/context.ts';
import { Metrics } from '#shop/metrics/metrics.ts';
import { createShopContext } from './context.ts';
import { readEnv } from './config/env.ts';
import { locateDatabase } from './config/locate-database.ts';
import { createLog } from './config/log.ts';
import { CommandRefused } from './commands/command-refused.ts';
import { readWords } from './commands/read-words.ts';
import { runCommand } from './commands/run-command.ts';
import { withDatabase } from './commands/with-database.ts';

const BUILD = join(import.meta.dirname, '..');
const USAGE = `Uso: npm run admin -- grant EMAIL [--role ${STAFF_ROLES.map(roleWord).join('|')}]
     npm run admin -- revoke EMAIL
     npm run admin -- reset-2fa EMAIL`;

interface Command {
  takesRole: boolean;
  run: (shop: ShopContext, email: string, role: StaffRole) => Promise<StaffChange>;
  done: (role: StaffRole) => string;
}

const COMMANDS: Record<string, Command> = {
  grant: {
    takesRole: true,
    run: (shop, email, role) => grantStaff(shop, { email }, null, { role }),
    done: (role) => `agora é da equipe, no papel '${roleWord(role)}'`,
  },
  revoke: {
    takesRole: false,
    run: (shop, email) => revokeStaff(shop, { email }, null),
    done: () => 'não é mais da equipe',
  },
  'reset-2fa': {
    takesRole: false,
    run: resetSecondFactor,
    done: () => 'entra só com a senha, e as sessões abertas foram encerradas',
  },
};

const REFUSALS = {
  unknown_account: (email: string) => `Nenhuma conta usa o email ${email}. Crie a conta na loja primeiro.`,
  // The mail proves the address. It also takes the account away from a person who opened it with a stranger's
  // address.
  unproved_email: (email: string, isMailStored: boolean) =>
    `Ninguém confirmou que ${email} é de quem abriu a conta, e por isso ela não entra na equipe. Peça que a pessoa use "Esqueci minha senha" na loja, com este email, e crie uma senha nova pelo link que receber${isMailStored ? ' (sem SMTP_URL, o e-mail fica em DATA_DIR/mail)' : ''}. Depois rode este comando de novo.`,
  last_owner: (email: string) =>
    `${email} é o único dono da loja. Dê antes o papel a outra pessoa: npm run admin -- grant OUTRO_EMAIL`,
};

/**
 * `npm run admin -- grant|revoke|reset-2fa EMAIL`: staff rights without an owner who is signed in, and help for a person
 * who lost the second factor. The last line is JSON for programs (docs/contract.md).
 */
async function main([name = '', ...rest]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const { values, positionals } = readWords(rest, {
    usage: USAGE,
    options: command?.takesRole ? ['role'] : [],
    words: 1,
  });
  const [email, role] = [positionals[0], roleOfWord(values.role ?? roleWord('owner'))];
  if (!command || !email || !role) throw new CommandRefused(USAGE);
  const env = readEnv(process.env);
  const log = createLog({ level: 'error' });
  return withDatabase(locateDatabase(env, { maxConnections: 2 }), async (database) => {
    await bringForward(env, database, log);
    const { shop } = await createShopContext(env, database, log, {
      buildDirectory: BUILD,
      metrics: new Metrics(),
    });
    const result = await command.run(shop, email, role);
    if (!result.ok) throw new CommandRefused(explain(result.reason, email, env.smtpUrl === null));
    const told = result.changed
      ? `${email} ${command.done(role)}.`
      : `Nada a fazer: ${email} já estava assim.`;
    const { changed } = result;
    const line = { command: name, email, ...(name === 'grant' ? { role: roleWord(role) } : {}), changed };
    return `${told}\n${JSON.stringify(line)}`;
  });
}

type Refusal = Extract<StaffChange, { ok: false }>['reason'];

function explain(reason: Refusal, email: string, isMailStored: boolean): string {
  if (reason in REFUSALS) return REFUSALS[reason as keyof typeof REFUSALS](email, isMailStored);
  throw new Error(`The operator is never refused for ${reason}.`);
}

await runCommand(main);
