/**
 * The contract of every source of goods in `catalogs/`: `version` names what lies there now, `read` gives all of it or
 * nothing. What is wrong with single rows comes as `problems`, and with one of them nothing may be published. A provider
 * never writes to the database: what is kept is the shop's to decide.
 */
export interface CatalogProvider<From, Options extends ReadOptions = ReadOptions> {
  readonly name: string;
  /**
   * The same for the same content.
   * @throws CatalogError
   */
  version(from: From, options?: Options): Promise<string>;
  /** @throws CatalogError if it cannot be read: half a catalogue is worse than the old one. */
  read(from: From, options?: Options): Promise<OfferedCatalog>;
}

export interface ReadOptions {
  signal?: AbortSignal;
}

export interface OfferedCatalog {
  version: string;
  /** In the order of the source. */
  groups: OfferedGroup[];
  problems: CatalogProblem[];
}

export interface OfferedGroup {
  /** Becomes part of addresses and of keys of files. */
  id: string;
  /** Its number in the source, where it has one. */
  key?: number;
  name: string;
  title: string;
  /** In the order of the source. */
  items: OfferedItem[];
}

export interface OfferedItem {
  /** The last part of its key (`lol:Ahri:3`, `file:armas:espada-1`), and unique where the key needs it. */
  id: string;
  name: string;
  /** null: the shop's own price. */
  priceCents: number | null;
  rarity: string | null;
  /** The name of its picture in the source; null: the source has none, or finds it by the id. */
  picture: string | null;
}

export interface CatalogProblem {
  /** As a spreadsheet counts, so the names of the columns are row 1; null: the whole source. */
  row: number | null;
  column: string | null;
  /** What stands there, cut. */
  value: string | null;
  /** A Portuguese sentence for whoever made it. */
  reason: string;
}

export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly reason: 'unreachable' | 'malformed';
  /** Another attempt may get another answer. */
  readonly retryable: boolean;

  constructor(reason: 'unreachable' | 'malformed', message: string, retryable: boolean) {
    super(message);
    this.reason = reason;
    this.retryable = retryable;
  }
}

/** The service that publishes champions and skins as static files, or a mirror in its layout. */
export type StaticDataProvider = CatalogProvider<StaticDataAddress, StaticDataOptions>;

export interface StaticDataAddress {
  /** Origin of the service or of a mirror in the same layout, no trailing slash. */
  catalogUrl: string;
  catalogLocale: string;
}

export interface StaticDataPolicy {
  /** For one attempt, including the body. */
  timeoutMs: number;
  attempts: number;
  /** Pause before the given retry, counted from 1. */
  backoffMs(retry: number): number;
  maxBytes: number;
}

export interface StaticDataOptions extends ReadOptions {
  policy?: Partial<StaticDataPolicy>;
  /** What `version` said before. */
  version?: string;
  onGroup?(done: number, total: number): Promise<void>;
}

/** A file that somebody made: CSV, JSON, or a ZIP with one of them and pictures. */
export type FileProvider = Omit<CatalogProvider<Buffer, FileOptions>, 'read'> & {
  read(from: Buffer, options?: FileOptions): Promise<OfferedFile>;
};

export interface FileOptions extends ReadOptions {
  /** null: it may be kept; otherwise a Portuguese sentence. Without it no picture is looked at. */
  examinePicture?(name: string, content: Buffer): Promise<string | null>;
  /** Pictures of the same catalogue that were sent before, and need not come again. */
  knownPictures?: ReadonlySet<string>;
}

export interface OfferedFile extends OfferedCatalog {
  /** Columns that say nothing to the shop. */
  ignoredColumns: string[];
  /** Every picture that an item names and that came with the file. */
  pictures: ReadonlyMap<string, () => Promise<Buffer>>;
}

export interface CatalogProviders {
  staticData: StaticDataProvider;
  file: FileProvider;
}

// They are here because a provider imports only this file of the shop.
export { hasUtf8Letter } from '#shop/text/has-utf8-letter.ts';
export { readReais } from '#shop/text/read-reais.ts';
export { tidyLine } from '#shop/text/tidy-text.ts';
