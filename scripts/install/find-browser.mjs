import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './install-package.mjs';

// The same engine without windows, tabs and toolbars: the journeys take a third less of a processor with it.
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export function findOnPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  for (const name of names) {
    for (const folder of folders) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/** The Chromium for the journeys; installed when missing and allowed. Throws with what to install. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error('CHROMIUM_PATH aponta para um arquivo que não existe');
  }
  const shell = findOnPath([SHELL]);
  if (shell) return shell;
  // Without a font package every letter is a box, and widths on screenshots mean nothing.
  const problem = await installPackage(SHELL, 'fonts-liberation');
  const installed = findOnPath([SHELL, ...WHOLE]);
  if (installed) return installed;
  const older = await installPackage('chromium', 'fonts-liberation');
  const whole = findOnPath(WHOLE);
  if (whole) return whole;
  throw new Error(`Falta o Chromium: ${problem}; ${older}`);
}
