import { join } from 'node:path';
import { readBooks, type Books } from '../judge/read-books.ts';
import { openDirectPostgres } from '../world/direct-postgres.ts';
import { openEmbedded, type DatabaseKind } from '../world/shop-template.ts';

/** `place`: the data folder of a shop that does not run, or the address of a database. */
export async function readBooksOf(kind: DatabaseKind, place: string): Promise<Books> {
  const reader = kind === 'embedded' ? await openEmbedded(join(place, 'db')) : openDirectPostgres(place);
  try {
    return await readBooks(reader);
  } finally {
    await reader.close();
  }
}
