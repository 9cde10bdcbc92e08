import { CommandRefused } from '../commands/command-refused.ts';
import { withDatabase } from '../commands/with-database.ts';
import { hidePassword } from './hide-password.ts';

const TABLES = `select count(*) as tables from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname <> 'information_schema' and nspname not like 'pg\\_%'`;

/** Nothing is ever written over what somebody has. */
export async function refuseFilledDatabase(url: string): Promise<void> {
  await withDatabase({ url, maxConnections: 1 }, async (database) => {
    const { rows } = await database.executeSql(TABLES).catch(explainConnection);
    const { tables } = rows[0] as { tables: number };
    if (tables > 0)
      throw new CommandRefused(
        `O banco ${hidePassword(url)} não está vazio (${tables} tabelas e sequências): crie um banco novo, ou apague esse.`,
      );
  });
}

function explainConnection(error: unknown): never {
  throw new CommandRefused(`O banco de destino não respondeu: ${(error as Error).message}`);
}
