import type { Executor } from '#db/client.server.ts';

/** A file that the shop keeps itself (ruling 33). */
export interface KeptFile {
  id: string;
  name: string;
  size: number;
  sha256: string;
}

export const keptFileKey = (id: string) => `kept/${id}`;

/** What the buyer of a skin gets: a link, or a file that the shop keeps. */
export type SkinContent = { link: string } | { fileId: string };

/** These files by id. */
export async function readKeptFiles(
  executor: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptFile>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('files')
    .select(['id', 'name', 'size', 'sha256'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
