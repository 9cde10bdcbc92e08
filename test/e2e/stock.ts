/** The data of a shop that was started once: its catalogue with the pictures of its lists, its staff, its secrets. */
export interface Stock {
  folder: string;
  databaseUrl: string | null;
  /** The service of its catalogue, which answers until the last journey has ended. */
  catalogUrl: string;
}

type Kind = 'embedded' | 'postgres';

const variable = (kind: Kind) => `E2E_STOCK_${kind.toUpperCase()}`;

/** Keeps it for the processes that run the journeys. */
export function keepStock(kind: Kind, stock: Stock): void {
  process.env[variable(kind)] = JSON.stringify(stock);
}

export function readStock(kind: Kind): Stock {
  const kept = process.env[variable(kind)];
  if (kept) return JSON.parse(kept) as Stock;
  throw new Error(
    `Nothing is kept for ${kind}: TEST_DATABASE_URL was not set, or prepare-shops.ts did not run.`,
  );
}

/** The settings of a shop that starts with this data. */
export function settingsOf({ folder, databaseUrl, catalogUrl }: Stock): Record<string, string> {
  return { DATA_DIR: folder, CATALOG_URL: catalogUrl, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}
