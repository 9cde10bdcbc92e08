import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { OWN_LOOK, readLook } from './read-look.ts';
import { computeTheme, NEUTRALS, refuseColor } from './compute-theme.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever colour is chosen, all that stands in it and on it can be read, or it is refused', () => {
  fc.assert(
    fc.property(hex, fc.constantFrom(...NEUTRALS), (chosen, neutral) => {
      const color = refuseColor(chosen)?.nearest ?? chosen;
      expect(refuseColor(color)).toBeNull();
      const theme = computeTheme({ color, neutral });
      for (const ground of [theme.ink, theme.surface, theme.raised]) {
        for (const text of [theme.text, theme.muted, theme.accent]) {
          expect(wcagContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }
      expect(wcagContrast(theme['accent-ink'], theme.accent)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 3_000 },
  );
});

test('a refused colour comes with the pair that nobody can read, and the nearest of its own hue', () => {
  const refusal = refuseColor('#1d3fbb')!;
  expect(refusal).toMatchObject({ ground: expect.stringMatching(/^#[\da-f]{6}$/) as string });
  expect(refusal.contrast).toBeLessThan(4.5);
  // Just readable, and no lighter than that.
  expect(wcagContrast(refusal.nearest, refusal.ground)).toBeLessThan(4.6);
});

test('the colour of Fulgor passes, black does not, and white is as light as it gets', () => {
  expect(refuseColor('#ffb020')).toBeNull();
  expect(refuseColor('#ffffff')).toBeNull();
  expect(refuseColor('#000000')?.nearest).toMatch(/^#([\da-f]{2})\1\1$/);
});

test('the look of Fulgor is the one of the style sheet', () => {
  const css = readFileSync(new URL('../../app/theme.css', import.meta.url), 'utf8');
  const { theme } = readLook(OWN_LOOK);
  for (const name of ['ink', 'surface', 'raised', 'line', 'text', 'muted', 'accent', 'accent-ink'] as const)
    expect(css).toContain(`--color-${name}: ${theme[name]};`);
  expect(computeTheme({ color: '#ffb020', neutral: 'frio' })).toMatchObject({
    ink: '#0a0b10',
    muted: '#a3a9b8',
  });
  expect(computeTheme({ color: '#ffb020', neutral: 'neutro' }).surface).toMatch(/^#([\da-f]{2})\1\1$/);
});
