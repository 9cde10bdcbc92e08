import { describe, expect, it } from 'vitest';
import { themes } from './art/skin-line-theme.ts';
import { demoCatalog } from './demo-catalog.ts';

const skins = demoCatalog.champions.flatMap((champion) =>
  champion.skins.map((skin) => ({ ...skin, champion })),
);

describe('the demonstration catalogue', () => {
  it('fills a store: 24 champions with 6 to 10 skins each, 191 in all', () => {
    expect(demoCatalog).toMatchObject({ version: 'demo-1', source: 'demo', locale: 'pt_BR' });
    expect(demoCatalog.champions).toHaveLength(24);
    for (const { skins } of demoCatalog.champions) {
      expect(skins.length).toBeGreaterThanOrEqual(6);
      expect(skins.length).toBeLessThanOrEqual(10);
    }
    expect(skins).toHaveLength(191);
  });

  it('has ids that the image route and the import accept', () => {
    for (const { id, key } of demoCatalog.champions) {
      expect(id).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
      expect(key).toBeGreaterThan(0);
      expect(key).toBeLessThan(10_000);
    }
    expect(skins.every(({ num }) => Number.isInteger(num) && num >= 1)).toBe(true);
  });

  it('repeats no id, key, champion name, title, skin number or skin name', () => {
    for (const field of ['id', 'key', 'name', 'title'] as const) {
      expect(new Set(demoCatalog.champions.map((champion) => champion[field])).size).toBe(24);
    }
    expect(new Set(skins.map(({ champion, num }) => `${champion.id}_${num}`)).size).toBe(skins.length);
    expect(new Set(skins.map(({ name }) => name)).size).toBe(skins.length);
  });

  it('names a skin by its champion and a line that the art knows', () => {
    for (const { name, champion } of skins) {
      expect(name.startsWith(`${champion.name} `)).toBe(true);
      expect(themes.filter(({ line }) => name.includes(line))).toHaveLength(1);
    }
    expect(skins.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Iara Maré de Neon',
        'Brasa Guardiã do Cerrado',
        'Anhangá Guardião do Cerrado',
      ]),
    );
  });

  it('wears each of the twelve lines on several champions', () => {
    for (const { line } of themes) {
      expect(skins.filter(({ name }) => name.includes(line)).length).toBeGreaterThanOrEqual(8);
    }
  });
});
