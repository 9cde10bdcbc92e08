/**
 * A whole catalogue as it goes into the database. Its skins are those for sale: no default skin (number 0) and no
 * chroma. The reader of the static-data service leaves `locale` and `source` to its caller; the demonstration
 * catalogue names its own.
 */
export type ImportedCatalog = {
  version: string;
  locale?: string;
  source?: 'static-data' | 'demo';
  champions: {
    id: string;
    key: number;
    name: string;
    title: string;
    skins: { num: number; name: string }[];
  }[];
};
