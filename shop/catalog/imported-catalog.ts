/**
 * A whole catalogue as it goes into the database. Skins are those for sale: no default skin
 * (number 0) and no chroma. What reads the static-data service leaves `locale` and `source` to its
 * caller, who asked for them; the demonstration catalogue names its own.
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
