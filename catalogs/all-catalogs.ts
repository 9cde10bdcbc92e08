import type { CatalogProviders } from '#shop/catalog/catalog-provider.ts';
import { file } from './file/provider.ts';
import { staticData } from './static-data/provider.ts';

/** Every source of goods of the shop. */
export const CATALOGS: CatalogProviders = { staticData, file };
