import type { Executor } from '#db/client.server.ts';
import type { FileRow } from '#db/schema.ts';

/** A file that the shop stores itself. */
export interface StoredFile {
  id: string;
  name: string;
  size: number;
  sha256: string;
}

/** The same, with what the shop found in it. */
export interface KnownFile extends StoredFile {
  verdict: FileRow['verdict'];
  entries: number | null;
  reasons: string[];
  examinedAt: Date | null;
}

export const storedFileKey = (id: string) => `kept/${id}`;

/** What a skin is delivered with: a link, or a file that the shop stores. */
export type SkinContent = { link: string } | { fileId: string };

/** What one sale delivers: that, or a key of the stock, which is no other sale's. */
export type SoldContent = SkinContent | { keyId: string };

/** These files by id. */
export async function readStoredFiles(
  executor: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownFile>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('files')
    .select(['id', 'name', 'size', 'sha256', 'verdict', 'entries', 'reasons', 'examined_at as examinedAt'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
