/** Where backups are kept. A backup is a few files under one name; it is whole once its manifest is there. */
export interface BackupPlace {
  /** For the operator. */
  addressOf(name: string): string;
  begin(name: string): Promise<BackupDraft>;
  /** The names of whole backups, oldest first. */
  list(): Promise<string[]>;
  read(name: string): BackupReader;
  remove(name: string): Promise<void>;
}

export interface BackupReader {
  /** null: there is no such backup. */
  manifest(): Promise<string | null>;
  /** A part, which has this many bytes. */
  part(file: string, bytes: number): AsyncIterable<Uint8Array>;
}

/** A backup that nobody can take for a whole one yet. */
export interface BackupDraft extends Pick<BackupReader, 'part'> {
  write(file: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes it whole. */
  finish(manifest: string): Promise<void>;
  abandon(): Promise<void>;
}

const NAME = /^fulgor-\d{8}-\d{6}$/;

/** `fulgor-20261122-190000`, UTC: the order of the names is the order of the backups. */
export function nameBackup(at: Date): string {
  return `fulgor-${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}`;
}

export const isBackupName = (name: string): boolean => NAME.test(name);
