import type { Executor } from '#db/client.server.ts';

/** A try to make a backup, with the sentence for staff if it failed. */
export interface BackupTry {
  startedAt: Date;
  endedAt: Date;
  result: { address: string; bytes: number } | { failure: string };
}

/** Staff are told of a failure, and `/metrics` of the age of the last whole one. */
export async function recordBackup(db: Executor, { startedAt, endedAt, result }: BackupTry): Promise<void> {
  await db
    .insertInto('backups')
    .values({
      started_at: startedAt,
      ended_at: endedAt,
      address: 'address' in result ? result.address : null,
      bytes: 'bytes' in result ? result.bytes : null,
      failure: 'failure' in result ? result.failure : null,
    })
    .execute();
}
