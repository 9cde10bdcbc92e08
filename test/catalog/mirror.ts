import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOutside } from '../../scripts/test/find-outside.mjs';

/** What a static-data service answers, by path (`/api/versions.json`); null where it has no such document. */
export type Mirror = (path: string) => string | null;

/**
 * A mirror of the real service, which is not part of this repository: the folder CATALOG_MIRROR, or one that lies
 * beside the project. Null without it: what counts the real catalogue is then skipped, by name.
 */
export function findFullMirror(): Mirror | null {
  const versions = findOutside('CATALOG_MIRROR', 'api/versions.json');
  if (versions === null) return null;
  const folder = resolve(versions, '../..');
  return (path) => {
    if (!/^\/(?:[A-Za-z0-9_.-]+\/)*[A-Za-z0-9_-]+\.json$/.test(path) || path.includes('..')) return null;
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
}
