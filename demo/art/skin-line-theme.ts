import { hashText } from './seeded-random.ts';

export type Scene = {
  disc: 'striped' | 'full' | 'eclipse' | 'halo' | 'half' | 'none';
  ground: 'sea' | 'hills' | 'peaks' | 'trunks' | 'mesas' | 'slabs' | 'kelp' | 'crystals';
  sky: 'clear' | 'fan' | 'shafts' | 'curtains' | 'clouds' | 'bands';
  motes: 'stars' | 'embers' | 'confetti' | 'fireflies' | 'flags' | 'rain' | 'bubbles' | 'snow' | 'dust';
};

/**
 * What the skins of one line share. Hues are OKLCH degrees: `shade` for the dark, `body` for the
 * emblem, `spark` for the light; they stay neighbours on the wheel. `lightAngle` is where the light
 * comes from; `lighting` whether it falls on the emblem, glows in its core or stands behind it.
 */
export type Theme = {
  line: string;
  shade: number;
  body: number;
  spark: number;
  chroma: number;
  lighting: 'key' | 'core' | 'rim';
  lightAngle: number;
  scene: Scene;
};

export const themes: readonly [Theme, ...Theme[]] = [
  {
    line: 'Maré de Neon',
    shade: 274,
    body: 236,
    spark: 190,
    chroma: 0.14,
    lighting: 'rim',
    lightAngle: -78,
    scene: { disc: 'striped', ground: 'sea', sky: 'clear', motes: 'dust' },
  },
  {
    line: 'do Cerrado',
    shade: 40,
    body: 66,
    spark: 96,
    chroma: 0.125,
    lighting: 'key',
    lightAngle: -140,
    scene: { disc: 'full', ground: 'hills', sky: 'bands', motes: 'dust' },
  },
  {
    line: 'Espelho de Prata',
    shade: 276,
    body: 258,
    spark: 226,
    chroma: 0.032,
    lighting: 'rim',
    lightAngle: -62,
    scene: { disc: 'eclipse', ground: 'peaks', sky: 'clear', motes: 'stars' },
  },
  {
    line: 'Carnaval Astral',
    shade: 304,
    body: 344,
    spark: 18,
    chroma: 0.17,
    lighting: 'core',
    lightAngle: -90,
    scene: { disc: 'halo', ground: 'hills', sky: 'fan', motes: 'confetti' },
  },
  {
    line: 'Fornalha Rubra',
    shade: 8,
    body: 32,
    spark: 76,
    chroma: 0.165,
    lighting: 'core',
    lightAngle: 90,
    scene: { disc: 'none', ground: 'peaks', sky: 'clouds', motes: 'embers' },
  },
  {
    line: 'Mata Encantada',
    shade: 184,
    body: 154,
    spark: 112,
    chroma: 0.12,
    lighting: 'key',
    lightAngle: -55,
    scene: { disc: 'none', ground: 'trunks', sky: 'shafts', motes: 'fireflies' },
  },
  {
    line: 'Sertão de Ferro',
    shade: 18,
    body: 40,
    spark: 66,
    chroma: 0.085,
    lighting: 'rim',
    lightAngle: -120,
    scene: { disc: 'half', ground: 'mesas', sky: 'bands', motes: 'dust' },
  },
  {
    line: 'Noite de São João',
    shade: 46,
    body: 80,
    spark: 102,
    chroma: 0.14,
    lighting: 'core',
    lightAngle: 70,
    scene: { disc: 'none', ground: 'hills', sky: 'clear', motes: 'flags' },
  },
  {
    line: 'Aurora Austral',
    shade: 224,
    body: 186,
    spark: 152,
    chroma: 0.115,
    lighting: 'key',
    lightAngle: -100,
    scene: { disc: 'none', ground: 'peaks', sky: 'curtains', motes: 'snow' },
  },
  {
    line: 'Garoa Noturna',
    shade: 276,
    body: 252,
    spark: 214,
    chroma: 0.09,
    lighting: 'key',
    lightAngle: -35,
    scene: { disc: 'halo', ground: 'slabs', sky: 'clear', motes: 'rain' },
  },
  {
    line: 'Coral Profundo',
    shade: 340,
    body: 12,
    spark: 50,
    chroma: 0.16,
    lighting: 'key',
    lightAngle: -82,
    scene: { disc: 'none', ground: 'kelp', sky: 'shafts', motes: 'bubbles' },
  },
  {
    line: 'Véu de Ametista',
    shade: 276,
    body: 302,
    spark: 338,
    chroma: 0.13,
    lighting: 'rim',
    lightAngle: -110,
    scene: { disc: 'full', ground: 'crystals', sky: 'clouds', motes: 'stars' },
  },
];

/**
 * A line of the demonstration catalogue (its phrase, or a skin name that holds it) has its own theme.
 * Any other skin borrows one by the hash of the name, or by its number, with the hues turned a
 * little, so that a store full of missing splashes does not fall into twelve piles.
 */
export function themeFor(skinNum: number, skinLine?: string): Theme {
  const named = skinLine && themes.find(({ line }) => skinLine.includes(line));
  if (named) return named;
  const place = skinLine ? hashText(skinLine) : Math.max(0, skinNum - 1);
  const theme = themes[place % themes.length] ?? themes[0];
  if (!skinLine && place < themes.length) return theme;
  const turn = ((hashText(`turn ${place}`) % 9) - 4) * 5;
  return { ...theme, shade: theme.shade + turn, body: theme.body + turn, spark: theme.spark + turn };
}
