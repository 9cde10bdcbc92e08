import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../run/run-command.mjs';

/** What belongs to others and is no part of this repository; docs/testing.md tells what lies in each. */
const PLACES = { CATALOG_MIRROR: '../shared/catalog', PIX_DESCRIPTIONS: '../shared/pix' };

/** The names of the variables that say where it is. */
export const OUTSIDE = Object.keys(PLACES);

/** A file in the folder of that variable, or in the one beside the project; null where it is in neither. */
export function findOutside(variable, name) {
  const folder = process.env[variable] ?? join(fileURLToPath(projectRoot), PLACES[variable]);
  const path = join(folder, name);
  return existsSync(path) ? path : null;
}
