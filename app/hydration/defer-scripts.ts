import { startScripts } from './start-scripts.ts';

/**
 * Changes the output of React Router's `<Scripts>`, so that the browser loads no script before the page is painted
 * (docs/decisions/scripts-after-first-paint.md). If that output ever changes, the scripts start early.
 */
export function deferScripts(page: string, nonce: string): string {
  return page
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replace('type="module"', 'type="late"')
    .replace('</body>', () => `<script nonce="${nonce}">(${startScripts.toString()})()</script></body>`);
}
