/** Uploaded files and cached images, on disk or S3. The shop makes the keys; a key never contains text of a visitor. */
export interface FileStore {
  /** null: the file does not exist. Throws if the storage did not answer. */
  read(key: string): Promise<Buffer | null>;
  /** The file appears complete or not at all. */
  write(key: string, content: Buffer): Promise<void>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** Both storages call this first: a key that could leave its folder is a bug of the shop. */
export function assertFileKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
}
