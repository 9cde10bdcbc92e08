import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';
import { tidyLine, tidyParagraphs } from './tidy-text.ts';

// shows: threat 61
test('a cut never leaves half an emoji, wherever it falls', () => {
  const faces = '😀'.repeat(5);
  expect([cutText(faces, 5), cutText(`x${faces}`, 5), cutText(faces, 10)]).toEqual(['😀😀', 'x😀😀', faces]);
});

test('half emoji, NUL and control characters do not get through; line breaks only where there may be some', () => {
  const odd = ' a\ud83db\u0000c\u001b\u0085\u2028d\r\ne😀\t';
  expect(tidyLine(odd)).toBe('a\ufffdb c d e😀');
  expect(tidyParagraphs(odd)).toBe('a\ufffdb c   d\ne😀');
});
