import type { StaticDataProvider } from '#shop/catalog/catalog-provider.ts';
import { fetchChampions, fetchVersion } from './fetch-catalog.ts';

export const staticData: StaticDataProvider = {
  name: 'static-data',
  version: fetchVersion,
  read: async (from, options = {}) =>
    fetchChampions(from, options.version ?? (await fetchVersion(from, options)), options),
};
