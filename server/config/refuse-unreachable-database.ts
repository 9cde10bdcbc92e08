import { sql } from 'kysely';
import type { DatabaseHandle } from '#db/client.server.ts';
import { isSilence } from '#db/lost-connection.server.ts';
import { EnvError, type Env } from './env.ts';
import { OLDEST_POSTGRES } from './locate-database.ts';

const NOBODY = 'ninguém atende neste endereço e nesta porta: veja se o PostgreSQL está no ar';
const UNKNOWN = 'o nome da máquina não existe no DNS';
const SILENT = 'o PostgreSQL não responde a tempo: confira o endereço e o firewall';
const NOT_LET_IN = 'o PostgreSQL recusa o usuário ou a senha (se estão certos, é o pg_hba.conf)';
const WRONG: Partial<Record<string, string>> = {
  ECONNREFUSED: NOBODY,
  // A Unix socket that is not there.
  ENOENT: NOBODY,
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  '28P01': NOT_LET_IN,
  '28000': NOT_LET_IN,
  '3D000': 'o banco não existe neste PostgreSQL: crie-o com createdb, ou corrija o nome dele',
};

/** The first sessions of a start: an address that leads to no database of the shop is told by its variable. */
export async function refuseUnreachableDatabase(
  { databaseUrl, databaseDirectUrl }: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>,
  database: Pick<DatabaseHandle, 'kind' | 'openSession' | 'db'>,
): Promise<void> {
  if (database.kind === 'embedded') return;
  const isPooled = databaseDirectUrl !== databaseUrl;
  const direct = isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const session = await named(direct, database.openSession());
  try {
    const { rows } = await session.execute(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    const { major } = rows[0] as { major: number };
    if (major < OLDEST_POSTGRES)
      throw refusal(
        direct,
        `leva a um PostgreSQL ${major}, e a loja precisa do ${OLDEST_POSTGRES} ou mais novo`,
      );
  } finally {
    await session.close();
  }
  if (isPooled) await named('DATABASE_URL', sql`select 1`.execute(database.db));
}

async function named<T>(variable: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // The driver has no codes for a time-out and for a password that is missing.
    const wrong = WRONG[code] ?? (isSilence(error) ? SILENT : message.startsWith('SASL') ? NOT_LET_IN : null);
    throw wrong === null ? error : refusal(variable, wrong);
  }
}

const refusal = (variable: string, wrong: string) =>
  new EnvError([{ variable, wrong, example: 'postgres://usuario:senha@127.0.0.1:5432/fulgor' }]);
