import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { broken, ok, warning, type Check } from '../check.ts';

const OLDEST = 15;

export const checkDatabase: Check = {
  name: 'database',
  title: 'Banco de dados',
  async examine(place) {
    const { databaseUrl, dataDir } = place.env;
    if (databaseUrl !== null) return examineServer(databaseUrl);
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

async function examineServer(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 8_000 });
  // Without it, a connection that breaks later would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]!.server_version.split(' ')[0]!;
    return parseInt(version) < OLDEST
      ? broken(
          `O PostgreSQL é o ${version}, e a loja precisa do ${OLDEST} ou mais novo.`,
          'Atualize o PostgreSQL.',
        )
      : ok(`O PostgreSQL ${version} responde.`);
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return broken(
      `O PostgreSQL de DATABASE_URL não deixa entrar (${code || message}).`,
      'Veja se ele está no ar e se endereço, usuário e senha em DATABASE_URL estão certos.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
