/**
 * Writes what the loaders answered as React Router's `StreamTransfer` does, for the end of the page. From the stream
 * itself React would render the end of each page in turns, which only its slower renderers do
 * (docs/decisions/pages-as-one-text.md).
 */
export function handOverData(encoded: string, nonce: string): string {
  const text = JSON.stringify(encoded).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${text});</script><script nonce="${nonce}">${controller}.close();</script>`;
}
