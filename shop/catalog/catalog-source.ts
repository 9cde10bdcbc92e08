import type { Catalog } from './catalog.ts';

export interface CatalogSource {
  /** @throws CatalogNotReady before the first import or demonstration catalogue is in the database. */
  current(): Catalog;
  ready(): boolean;
  reload(): Promise<void>;
}

export class CatalogNotReady extends Error {
  override readonly name = 'CatalogNotReady';
}
