import type { DatabaseHandle } from '#db/client.server.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';

/** The files of closed months, each by itself, because one has a line for each payment. The bytes in them stay as they are. */
export async function resealClosings(
  db: DatabaseHandle['db'],
  key: Buffer,
  previousKey: Buffer | null,
): Promise<void> {
  if (previousKey === null) return;
  for (const { id } of await db.selectFrom('closings').select('id').execute()) {
    const { sealed_csv: sealed } = await db
      .selectFrom('closings')
      .select('sealed_csv')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const csv = tryUnseal(key, sealed) === null ? tryUnseal(previousKey, sealed) : null;
    if (csv === null) continue;
    await db
      .updateTable('closings')
      .set({ sealed_csv: sealText(key, csv) })
      .where('id', '=', id)
      .execute();
  }
}
