import { sql } from 'kysely';
import type { Job } from './job.ts';

/** The embedded database has no autovacuum: without this, dead rows pile up and plans go stale. */
export const vacuumJob: Job = {
  name: 'vacuum',
  // 04:30 in São Paulo.
  schedule: '30 7 * * *',
  async run(ctx) {
    const { rows } = await sql<{ version: string }>`select version()`.execute(ctx.db);
    // A PostgreSQL server cleans up after itself. The embedded one names the compiler that made it.
    if (!rows[0]?.version.includes('emscripten')) return;
    await sql`vacuum analyze`.execute(ctx.db);
  },
};
