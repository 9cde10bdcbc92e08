/** Uploaded files and cached images, on disk or S3. Keys are ours: `[a-z0-9/._-]+`, never a visitor's text. */
export interface FileStore {
  read(key: string): Promise<Buffer | null>;
  write(key: string, content: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
}
