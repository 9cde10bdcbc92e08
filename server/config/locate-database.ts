import { join } from 'node:path';
import type { DatabaseLocation } from '#db/client.server.ts';
import type { Env } from './env.ts';

/** Its major version. */
export const OLDEST_POSTGRES = 15;

/** Where the shop's database is. `template`: what an embedded one is made from; `maxConnections`: for a command. */
export function locateDatabase(
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'dataDir'>,
  { template, maxConnections }: { template?: string; maxConnections?: number } = {},
): DatabaseLocation {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, dataDir } = env;
  return databaseUrl === null
    ? { directory: join(dataDir, 'db'), ...(template === undefined ? {} : { template }) }
    : {
        url: databaseUrl,
        directUrl: databaseDirectUrl ?? databaseUrl,
        readUrl: databaseReadUrl ?? undefined,
        maxConnections,
      };
}
