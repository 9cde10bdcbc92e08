import { expect, it } from 'vitest';
import { createStars, moveStars, STAR_COUNT, starBrightness } from './star-motion.ts';

/** A repeatable stand-in for Math.random. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

// shows: spec 1.5
it('fills the sky with 150 stars, most of them far away', () => {
  const stars = createStars(STAR_COUNT, randomFrom(7));
  expect(stars).toHaveLength(150);
  expect(stars.every(({ x, y }) => x >= 0 && x < 1 && y >= 0 && y < 1)).toBe(true);
  expect(stars.filter(({ depth }) => depth < 0.5).length).toBeGreaterThan(STAR_COUNT / 2);
});

it('moves close stars faster, by pixels and not by the width of the screen', () => {
  const star = { x: 0.5, y: 0.5, phase: 0, warm: false };
  const [far, close] = [
    { ...star, depth: 0 },
    { ...star, depth: 1 },
  ];
  moveStars([far, close], 2, 1000, 500);
  expect(far.x).toBeCloseTo(0.5 - 6 / 1000);
  expect(close.x).toBeCloseTo(0.5 - 32 / 1000);
  expect(close.y).toBeCloseTo(0.5 - 9.6 / 500);
});

it('brings back at the other edge who leaves the sky, however long the pause', () => {
  const stars = createStars(STAR_COUNT, randomFrom(11));
  moveStars(stars, 3600, 360, 640);
  expect(stars.every(({ x, y }) => x >= 0 && x < 1 && y >= 0 && y < 1)).toBe(true);
});

it('never asks for more than full brightness', () => {
  const close = { x: 0, y: 0, depth: 1, phase: 0, warm: false };
  const brightness = Array.from({ length: 100 }, (_, tenth) => starBrightness(close, tenth / 10));
  expect(Math.max(...brightness)).toBeLessThanOrEqual(1);
  expect(Math.min(...brightness)).toBeGreaterThan(0);
});
