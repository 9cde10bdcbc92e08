import { startScripts } from './start-scripts.ts';

const START = `(${startScripts.toString()})()`;

/**
 * Changes the output of React Router's `<Scripts>`, so that the browser loads no script before the page is painted
 * (docs/decisions/scripts-after-first-paint.md). If that output ever changes, the scripts start early. Each look through
 * a whole page costs a hundredth of rendering it; the links stand in the head, which is short.
 */
export function deferScripts(html: string): string {
  const head = html.slice(0, html.indexOf('</head>'));
  return (
    head.replaceAll('<link rel="modulepreload"', '<link rel="late"') +
    html.slice(head.length).replace('type="module"', 'type="late"')
  );
}

/** The end of a page whose scripts are deferred. */
export function startScript(nonce: string): string {
  return `<script nonce="${nonce}">${START}</script>`;
}
