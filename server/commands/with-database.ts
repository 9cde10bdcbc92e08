import { openDatabase, type DatabaseHandle, type DatabaseLocation } from '#db/client.server.ts';

/** A database for as long as `work` takes. */
export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (database: DatabaseHandle) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(location);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
