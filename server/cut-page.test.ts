import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cutPage } from './cut-page.ts';

const MARKS = { name: '\u{f1e57}abc', first: '\u{f1e57}' };
const text = () =>
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script>', '$&', `"'&<>`, '\u2028'));

function render({ name, first }: Record<keyof typeof MARKS, string>): string {
  return renderToString(
    createElement('p', { title: name }, createElement('b', null, first), createElement('i', null, name)),
  );
}

test('what is filled in stands as React would have written it', () => {
  const page = cutPage(render(MARKS), MARKS);
  fc.assert(
    fc.property(text(), text(), (name, first) => {
      // A code unit without its other half is no text: neither the database nor UTF-8 has it.
      const values = { name: name.toWellFormed(), first: first.toWellFormed() };
      expect(page.fillIn(values, null).toString()).toBe(render(values));
    }),
  );
});

test('in the page’s data it is read as it was, and never ends the script', () => {
  const write = (name: string) =>
    `<script nonce="x">enqueue(${JSON.stringify(JSON.stringify([name])).replaceAll('<', '\\u003c')})</script>`;
  const page = cutPage(write(MARKS.name), MARKS);
  fc.assert(
    fc.property(text(), (name) => {
      const filled = page.fillIn({ name: name.toWellFormed(), first: '' }, null).toString();
      expect(filled).toBe(write(name.toWellFormed()));
    }),
  );
});

test('an attribute of a script is HTML, what is in the script is not', () => {
  const page = cutPage('<script nonce="\u{f1e57}">\u{f1e57}</script>', MARKS);
  expect(page.fillIn({ name: '', first: `'` }, null).toString()).toBe('<script nonce="&#x27;">\'</script>');
});

test('the gzip is the same text, however long the values', () => {
  const html = `${MARKS.name}${'<p>corpo</p>'.repeat(5000)}${MARKS.first}${MARKS.name}fim`;
  const page = cutPage(html, MARKS);
  for (const name of ['', 'á', 'x'.repeat(0xffff), 'ã'.repeat(100_000)]) {
    const values = { name, first: 'é' };
    const zipped = page.fillIn(values, 'gzip');
    // Refuses a wrong checksum or length.
    expect(gunzipSync(zipped).equals(page.fillIn(values, null))).toBe(true);
    expect(zipped.length).toBeLessThan(2 * Buffer.byteLength(name) + 500);
  }
});
