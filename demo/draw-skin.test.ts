import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { rasterizeArt } from '#shop/media/rasterize-art.ts';
import { composeEmblem } from './art/compose-emblem.ts';
import { themeFor, themes } from './art/skin-line-theme.ts';
import { demoCatalog } from './demo-catalog.ts';
import { drawSkin } from './draw-skin.ts';

const demoSkins = demoCatalog.champions.flatMap(({ id, skins }) =>
  skins.map(({ num, name }) => ({ championId: id, skinNum: num, skinLine: name })),
);

describe('generated art', () => {
  it('gives the same picture for the same skin and another for every other', () => {
    const pictures = demoSkins.map(drawSkin);
    expect(new Set(pictures).size).toBe(demoSkins.length);
    expect(demoSkins.slice(0, 10).map(drawSkin)).toEqual(pictures.slice(0, 10));
  });

  it('is an SVG of numbers and colours: no text, no reference to the outside, nothing of the input', () => {
    for (const subject of [
      ...demoSkins,
      { championId: 'X"><script>', skinNum: 1, skinLine: '"><image href="file:///x"/>' },
    ]) {
      const svg = drawSkin(subject);
      expect(svg).not.toMatch(/<text|<image|<script|href|NaN|undefined|Infinity/);
      expect(svg.length).toBeLessThan(250_000);
    }
  });

  it('gives the champions of the demonstration catalogue different emblems', () => {
    const emblems = demoCatalog.champions.map(({ id }) => JSON.stringify(composeEmblem(id)));
    expect(new Set(emblems).size).toBe(24);
    expect(JSON.stringify(composeEmblem('Iara'))).toBe(emblems[10]);
  });

  it('keeps every emblem inside the picture, for any id', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `Champion${index}`);
    const points = ids
      .flatMap(composeEmblem)
      .flatMap(({ facets }) => facets)
      .flatMap((facet) => facet.points);
    expect(points.length).toBeGreaterThan(100_000);
    expect(points.filter(([x, y]) => !(Math.abs(x) <= 1.3501 && Math.abs(y) <= 1.0001))).toEqual([]);
  });

  it('shares the palette within a line and takes it from the name or the number', () => {
    expect(themeFor(3, 'Iara Maré de Neon')).toBe(themeFor(8, 'Luzia Maré de Neon'));
    expect(themeFor(1)).toBe(themes[0]);
    expect(themeFor(2)).toBe(themes[1]);
    expect(themeFor(31, 'Anything Else')).toEqual(themeFor(4, 'Anything Else'));
    const many = Array.from({ length: 60 }, (_, num) => JSON.stringify(themeFor(num + 1)));
    expect(new Set(many).size).toBeGreaterThan(30);
  });

  it('keeps the hues of each palette neighbours', () => {
    for (const { line, shade, body, spark } of themes) {
      const span = Math.abs(((spark - shade + 540) % 360) - 180);
      const half = Math.abs(((body - shade + 540) % 360) - 180);
      expect(span, line).toBeLessThanOrEqual(90);
      expect(half, line).toBeLessThanOrEqual(span);
    }
  });

  it('rasterises to a real splash: 1215×717, dark at the edge, lit in the middle', async () => {
    for (const skinNum of [1, 5, 9]) {
      const jpeg = await rasterizeArt(drawSkin({ championId: 'Iara', skinNum }));
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1215, height: 717 });
      const brightness = async (left: number, top: number, size: number) => {
        // A pipeline counts its own result: stats() alone would read the whole picture.
        const part = await sharp(jpeg).extract({ left, top, width: size, height: size }).toBuffer();
        return (await sharp(part).greyscale().stats()).channels[0]?.mean ?? 0;
      };
      expect(await brightness(0, 0, 40)).toBeLessThan(40);
      expect(await brightness(430, 180, 330)).toBeGreaterThan(2 * (await brightness(0, 0, 40)));
    }
    expect(
      await sharp(await rasterizeArt(drawSkin({ championId: 'Brasa', skinNum: 2 }), 'png')).metadata(),
    ).toMatchObject({ format: 'png', width: 1215 });
  });
});
