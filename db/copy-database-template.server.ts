import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** PGlite takes a folder with this file for a complete database. */
const MARK = 'PG_VERSION';

/**
 * Copies the files of an empty embedded database into `directory`, unless it has a database. The file that marks a
 * complete database is copied last, so that a start after a kill copies again. Without a template PGlite makes the
 * database itself.
 */
export function copyDatabaseTemplate(template: string, directory: string): void {
  const mark = join(template, MARK);
  if (!existsSync(mark) || existsSync(join(directory, MARK))) return;
  mkdirSync(directory, { recursive: true });
  cpSync(template, directory, { recursive: true, filter: (from) => from !== mark });
  copyFileSync(mark, join(directory, MARK));
}
