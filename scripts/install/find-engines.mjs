import { findOnPath } from './find-browser.mjs';
import { installPackage } from './install-package.mjs';

/** Programs, by the Debian package that brings them. */
const PROGRAMS = { 'webkit2gtk-driver': 'WebKitWebDriver', 'firefox-esr': 'firefox-esr', xvfb: 'Xvfb' };

/** What is not here of the packages that an engine needs. Each has a window, so there has to be a screen. */
export function findMissing(engine) {
  return [engine, 'xvfb'].filter((name) => !findOnPath([PROGRAMS[name]]));
}

/** Installs what is missing where that is allowed; what then is still missing has its journeys skipped by name. */
export async function installEngines() {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    if (findOnPath([program])) continue;
    const problem = await installPackage(name, 'fonts-liberation');
    if (problem) process.stdout.write(`Falta ${name}: ${problem}\n`);
  }
}
