import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OLDEST_POSTGRES } from '../../config/locate-database.ts';
import { broken, ok, warning, type Check, type Finding } from '../check.ts';

export const checkDatabase: Check = {
  name: 'database',
  title: 'Banco de dados',
  async examine(place) {
    const { databaseUrl, databaseDirectUrl, databaseReadUrl, dataDir } = place.env;
    if (databaseUrl !== null) {
      const found =
        databaseDirectUrl === null || databaseUrl === databaseDirectUrl
          ? await examineServer(databaseUrl, 'DATABASE_URL')
          : await examinePooler(databaseUrl, databaseDirectUrl);
      return found.state === 'ok' && databaseReadUrl !== null
        ? examineStandby(found, databaseReadUrl)
        : found;
    }
    const told = await place.running();
    if (told?.facts) return ok('O banco embutido responde à loja.');
    if (told)
      return broken(
        'A loja está no ar, mas não consegue ler o banco embutido.',
        'Leia o log da loja (doctor.facts_failed) e inicie-a de novo. Se não voltar, restaure o último backup.',
      );
    return existsSync(join(dataDir, 'db'))
      ? warning(
          'A loja está parada, e o banco embutido só ela abre: não foi lido agora.',
          'Inicie a loja e rode o comando de novo.',
        )
      : broken(
          `Não há banco em ${join(dataDir, 'db')}.`,
          'Confira DATA_DIR: ele precisa ser o da loja. Numa instalação nova, inicie a loja uma vez.',
        );
  },
};

async function examineServer(connectionString: string, variable: string): Promise<Finding> {
  try {
    const version = (await show(connectionString, 'server_version')).split(' ')[0]!;
    return parseInt(version) < OLDEST_POSTGRES
      ? broken(
          `O PostgreSQL é o ${version}, e a loja precisa do ${OLDEST_POSTGRES} ou mais novo.`,
          'Atualize o PostgreSQL.',
        )
      : ok(`O PostgreSQL ${version} responde.`);
  } catch (error) {
    const { code, name } = error as Error & { code?: string };
    return broken(
      `O PostgreSQL de ${variable} não deixa entrar (${code ?? name}).`,
      `Veja se ele está no ar e se endereço, usuário e senha em ${variable} estão certos.`,
    );
  }
}

/** The shop sets no limits through a pooler, which hands its connections on (docs/decisions/poolers-and-failover.md). */
async function examinePooler(databaseUrl: string, directUrl: string): Promise<Finding> {
  const direct = await examineServer(directUrl, 'DATABASE_DIRECT_URL');
  if (direct.state !== 'ok') return direct;
  const pooled = await examineServer(databaseUrl, 'DATABASE_URL');
  if (pooled.state !== 'ok') return pooled;
  return (await show(databaseUrl, 'statement_timeout')) === '0'
    ? warning(
        'O pooler de DATABASE_URL não põe limite de tempo: um comando que ninguém mais espera segue rodando no PostgreSQL.',
        "Acrescente à linha do banco no pooler: connect_query='set statement_timeout = 9000; set idle_in_transaction_session_timeout = 30000'.",
      )
    : ok(`${direct.meaning} Também responde pelo pooler.`);
}

/** The shop reads from the primary where this one cannot be read, and says nothing of it. */
async function examineStandby(primary: Finding, readUrl: string): Promise<Finding> {
  const standby = await examineServer(readUrl, 'DATABASE_READ_URL');
  if (standby.state !== 'ok')
    return warning(
      `${standby.meaning} A loja lê tudo do principal.`,
      standby.cure ?? 'Veja o log do PostgreSQL.',
    );
  return (await show(readUrl, 'in_hot_standby')) === 'on'
    ? ok(`${primary.meaning} A réplica também.`)
    : warning(
        'DATABASE_READ_URL não leva a uma réplica, e a loja lê tudo do principal.',
        'Aponte-a para um PostgreSQL que segue o principal (standby), ou retire-a.',
      );
}

async function show(connectionString: string, setting: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 8_000 });
  // Without it, a connection that breaks later would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    return rows[0]![setting]!;
  } finally {
    await client.end().catch(() => {});
  }
}
