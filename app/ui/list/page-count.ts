/** So many pages at once are a list nobody reads; beyond it a search leads further. */
export const MAX_PAGES = 20;

/** `?paginas=3`: how much of a list is open. In the address, so that a reload or a live refresh keeps it. */
export function readPageCount(search: URLSearchParams): number {
  const text = search.get('paginas') ?? '';
  return /^[1-9]\d?$/.test(text) ? Math.min(Number(text), MAX_PAGES) : 1;
}

/** The first `pages` pages of a list that hands out a cursor. */
export async function takePages<Entry>(
  pages: number,
  read: (cursor: string | null) => Promise<{ entries: Entry[]; nextCursor: string | null }>,
): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const next = await read(cursor);
    entries.push(...next.entries);
    cursor = next.nextCursor;
    if (cursor === null) return { entries, hasMore: false };
  }
  return { entries, hasMore: pages < MAX_PAGES };
}
