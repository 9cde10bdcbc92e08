import { startScripts } from './start-scripts.ts';

/**
 * Changes what React Router's `<Scripts>` wrote so that nothing of it is asked for before the page is painted
 * (docs/decisions/scripts-after-first-paint.md). Where it comes to write something else, the scripts start early.
 */
export function deferScripts(page: string, nonce: string): string {
  return page
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replace('type="module"', 'type="late"')
    .replace('</body>', () => `<script nonce="${nonce}">(${startScripts.toString()})()</script></body>`);
}
