/** Uploaded files and cached images, on disk or S3. Keys are ours: never a visitor's text. */
export interface FileStore {
  /** Null: there is no such file. Throws when the storage did not answer. */
  read(key: string): Promise<Buffer | null>;
  /** The file appears whole or not at all. */
  write(key: string, content: Buffer): Promise<void>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** Both kinds of storage call this first: a key that could leave its folder is a bug of ours. */
export function assertFileKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
}
