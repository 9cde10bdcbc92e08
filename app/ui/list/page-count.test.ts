import { expect, test } from 'vitest';
import { readPageCount, takePages } from './page-count.ts';

test.each([
  ['', 1],
  ['paginas=3', 3],
  ['paginas=99', 20],
  ['paginas=0', 1],
  ['paginas=-1', 1],
  ['paginas=1e9', 1],
  ['paginas=999999999', 1],
])('?%s opens %d pages', (search, pages) => {
  expect(readPageCount(new URLSearchParams(search))).toBe(pages);
});

test('pages follow the cursor and stop where the list ends', async () => {
  const read = async (cursor: string | null) => {
    const n = Number(cursor ?? 0);
    return { entries: [n], nextCursor: n < 3 ? String(n + 1) : null };
  };
  expect(await takePages(2, read)).toEqual({ entries: [0, 1], nextPage: 3 });
  expect(await takePages(9, read)).toEqual({ entries: [0, 1, 2, 3], nextPage: null });
});
