import { expect, test } from 'vitest';
import { releaseChunks } from './release-chunks.ts';

async function* each(chunks: Uint8Array[]) {
  yield* chunks;
}

test('a chunk is given back once all of its bytes are done with, and not a byte sooner', async () => {
  const chunks = [10, 10, 10].map((bytes) => new Uint8Array(bytes));
  const left = () => chunks.map(({ byteLength }) => byteLength);
  let finished = 0;
  const handed = releaseChunks(each(chunks), () => finished);
  const seen: number[][] = [];
  for (finished of [0, 9, 19]) {
    await handed.next();
    seen.push(left());
  }
  expect(seen).toEqual([
    [10, 10, 10],
    [10, 10, 10],
    [0, 10, 10],
  ]);
  finished = 30;
  await handed.next();
  expect(left()).toEqual([0, 0, 0]);
});

test('a chunk that shares its memory with others stays', async () => {
  const memory = new Uint8Array(20);
  for await (const chunk of releaseChunks(each([memory.subarray(0, 10), memory.subarray(10)]), () => 20))
    expect(chunk.byteLength).toBe(10);
  expect(memory.byteLength).toBe(20);
});
