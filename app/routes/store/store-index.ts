import type { Skin } from '#shop/catalog/catalog.ts';
import type { ChampionList } from './champion-options.tsx';
import type { OpenIndex } from './search-index.ts';
import { storePath, type StoreFilters } from './store-filters.ts';

/** The content of the store for one address, from the server or from this browser's index. */
export interface StorePage {
  filters: StoreFilters;
  isDemo: boolean;
  skins: Skin[];
  total: number;
  champions: ChampionList;
  /** The digest of the index that the server searched. */
  indexDigest: string;
}

/** Longer than a visitor types and looks around; a skin that went off sale disappears after this at the latest. */
const BELIEVED_MS = 5 * 60_000;

/** This browser's, across visits to the store within one page. Never touched while a page is rendered on the server. */
let served: { page: StorePage; at: number } | null = null;
let held: { digest: string; index: OpenIndex } | null = null;
let loading: Promise<void> | null = null;
let latest: { path: string; page: StorePage } | null = null;

/** Records the server's last answer: prices, champions, and which index is the current one. */
export function noteServed(page: StorePage): void {
  served = { page, at: Date.now() };
  latest = null;
}

/** The first page came with the document. */
export function noteFirstPage(page: StorePage): void {
  if (!served) noteServed(page);
}

/** Staff changed what is for sale: the server is asked again before this copy is believed. */
export function doubtIndex(): void {
  if (served) served.at = 0;
}

/** Loads the index that the last page named, once. Without it every search goes to the server. */
export function loadIndex(): Promise<void> {
  const digest = served?.page.indexDigest;
  if (!digest || held?.digest === digest) return Promise.resolve();
  loading ??= fetchIndex(digest)
    // A slow network, a shop that is restarting: the next focus tries again.
    .catch(() => {})
    .finally(() => {
      loading = null;
    });
  return loading;
}

async function fetchIndex(digest: string): Promise<void> {
  const [{ openIndex }, answer] = await Promise.all([
    import('./search-index.ts'),
    fetch(`/api/catalog-index/${digest}`),
  ]);
  // Under the digest that was asked for: another process of the shop may answer with another index.
  held = { digest, index: await openIndex(answer) };
}

/** The server's answer, computed from this browser's copy. null without a copy of the current index. */
export function searchStore(filters: StoreFilters): StorePage | null {
  if (!served || held?.digest !== served.page.indexDigest) return null;
  const path = storePath(filters);
  // The same filters return the same object, so that React does not render the cards again.
  if (latest?.path !== path) latest = { path, page: { ...served.page, ...held.index.find(filters) } };
  return latest.page;
}

/** Whether the copy may stand for the server's answer. */
export function isBelieved(): boolean {
  return served !== null && Date.now() - served.at < BELIEVED_MS;
}
