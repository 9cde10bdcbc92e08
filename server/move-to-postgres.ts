import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatReais } from '#shop/text/format-reais.ts';
import { CommandRefused } from './commands/command-refused.ts';
import { hidePassword } from './backups/hide-password.ts';
import { refuseFilledDatabase } from './backups/refuse-filled-database.ts';
import { parseEnv } from './config/env.ts';
import { createLog } from './config/log.ts';
import { moveToPostgres, type Moved } from './move/move-to-postgres.ts';
import { makePrivate } from './storage/make-private.ts';
import { runCommand } from './commands/run-command.ts';
import { withDatabase } from './commands/with-database.ts';

const USAGE = 'Uso: npm run move-to-postgres -- postgres://usuario:senha@maquina/banco';

/** `npm run move-to-postgres`: with the shop stopped, into an empty PostgreSQL. The last line is JSON for programs. */
async function main([to = '', ...more]: string[]): Promise<string> {
  if (more.length > 0 || !/^postgres(?:ql)?:\/\//.test(to) || !URL.canParse(to))
    throw new CommandRefused(USAGE);
  const env = parseEnv(process.env);
  if (env.databaseUrl !== null)
    throw new CommandRefused(
      'DATABASE_URL está definida: esta loja já usa um PostgreSQL. Rode sem ela, e diga o destino só no comando.',
    );
  const directory = join(env.dataDir, 'db');
  if (!existsSync(join(directory, 'PG_VERSION')))
    throw new CommandRefused(`Não há banco embutido em ${resolve(directory)}: confira DATA_DIR.`);
  const moved = await withDatabase({ directory }, async (source) => {
    makePrivate(env.dataDir);
    await refuseFilledDatabase(to);
    return withDatabase({ url: to, maxConnections: 2 }, (target) =>
      moveToPostgres(source, target, createLog({ level: 'error' })),
    );
  });
  const done = { from: resolve(directory), to: hidePassword(to), ...summarise(moved), ...moved };
  return `${describe(done, env)}\n${JSON.stringify(done)}`;
}

function summarise({ tables }: Moved) {
  return {
    orders: tables['public.orders']?.rows ?? 0,
    paidCents: tables['public.charges']?.cents.paid_amount_cents ?? 0,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
  };
}

function describe(
  done: Moved & ReturnType<typeof summarise> & { from: string; to: string },
  { dataDir, authSecret }: { dataDir: string; authSecret: string | null },
): string {
  const secret =
    authSecret === null
      ? `O segredo da loja é o arquivo ${join(dataDir, 'auth-secret')}: ponha em AUTH_SECRET o que está nele. Em produção a loja não inicia com DATABASE_URL sem ela.`
      : 'AUTH_SECRET continua a mesma.';
  return [
    `Copiado para ${done.to} e conferido linha por linha: ${Object.keys(done.tables).length} tabelas, ${done.rows} linhas, ${done.orders} pedidos, ${formatReais(done.paidCents)} recebidos, ${done.waitingJobs} tarefas à espera.`,
    'Agora:',
    '  1. Inicie a loja com DATABASE_URL nesse endereço e todas as outras variáveis como estão.',
    `  2. DATA_DIR continua sendo ${resolve(dataDir)}: nele ficam os arquivos enviados. ${secret}`,
    '  3. Faça um backup: o do banco embutido não volta para o PostgreSQL.',
    `Em ${done.from} nada mudou. Para voltar, pare a loja e retire DATABASE_URL; o que for vendido até lá fica no PostgreSQL. Passados alguns dias, mude essa pasta de nome, para que ninguém a inicie por engano.`,
  ].join('\n');
}

await runCommand(main);
