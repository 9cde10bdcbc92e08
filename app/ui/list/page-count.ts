import type { Page } from '#shop/pagination/page.ts';

/** Nobody reads a list of so many pages; a search finds the rest. */
const MAX_PAGES = 20;

/** `?paginas=3`: how much of a list is open. In the address, so that a reload or a live refresh keeps it. */
export function readPageCount(search: URLSearchParams): number {
  const text = search.get('paginas') ?? '';
  return /^[1-9]\d?$/.test(text) ? Math.min(Number(text), MAX_PAGES) : 1;
}

/** The page after these, where so many may be opened at once. */
export function nextPageOf(pages: number): number | null {
  return pages < MAX_PAGES ? pages + 1 : null;
}

/** The first `pages` pages of a list that hands out a cursor; `nextPage` null where no more of it may be opened. */
export async function takePages<Entry>(
  pages: number,
  read: (cursor: string | null) => Promise<Page<Entry>>,
): Promise<{ entries: Entry[]; nextPage: number | null }> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const next = await read(cursor);
    entries.push(...next.entries);
    cursor = next.nextCursor;
    if (cursor === null) return { entries, nextPage: null };
  }
  return { entries, nextPage: nextPageOf(pages) };
}
