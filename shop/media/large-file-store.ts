/**
 * Large files, on disk or S3. They are streamed and never whole in memory. The shop makes the keys, as in
 * `file-store.ts`.
 */
export interface LargeFileStore {
  /** The file appears complete or not at all. What `content` throws is thrown again and leaves nothing behind. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes from `start` to `end`, both of them included. null: the file does not exist. */
  open(key: string, range: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** Where whoever has the address gets the file for five minutes, under this name. null: the shop hands it out itself. */
  address(key: string, as: { name: string }): Promise<string | null>;
  /** In bytes. null: the file does not exist. */
  size(key: string): Promise<number | null>;
  /**
   * Deletes what a crash left of uploads from before this moment. Returns how many; fewer than `atMost` means that none
   * is left.
   */
  forgetBroken(before: Date, atMost: number): Promise<number>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
}
