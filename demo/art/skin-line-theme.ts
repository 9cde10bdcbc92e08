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

const theme = (
  line: string,
  [shade, body, spark]: readonly [number, number, number],
  chroma: number,
  [lighting, lightAngle]: readonly [Theme['lighting'], number],
  [disc, ground, sky, motes]: readonly [Scene['disc'], Scene['ground'], Scene['sky'], Scene['motes']],
): Theme => ({ line, shade, body, spark, chroma, lighting, lightAngle, scene: { disc, ground, sky, motes } });

export const themes: readonly [Theme, ...Theme[]] = [
  theme('Maré de Neon', [274, 236, 190], 0.14, ['rim', -78], ['striped', 'sea', 'clear', 'dust']),
  theme('do Cerrado', [40, 66, 96], 0.125, ['key', -140], ['full', 'hills', 'bands', 'dust']),
  theme('Espelho de Prata', [276, 258, 226], 0.032, ['rim', -62], ['eclipse', 'peaks', 'clear', 'stars']),
  theme('Carnaval Astral', [304, 344, 18], 0.17, ['core', -90], ['halo', 'hills', 'fan', 'confetti']),
  theme('Fornalha Rubra', [8, 32, 76], 0.165, ['core', 90], ['none', 'peaks', 'clouds', 'embers']),
  theme('Mata Encantada', [184, 154, 112], 0.12, ['key', -55], ['none', 'trunks', 'shafts', 'fireflies']),
  theme('Sertão de Ferro', [18, 40, 66], 0.085, ['rim', -120], ['half', 'mesas', 'bands', 'dust']),
  theme('Noite de São João', [46, 80, 102], 0.14, ['core', 70], ['none', 'hills', 'clear', 'flags']),
  theme('Aurora Austral', [224, 186, 152], 0.115, ['key', -100], ['none', 'peaks', 'curtains', 'snow']),
  theme('Garoa Noturna', [276, 252, 214], 0.09, ['key', -35], ['halo', 'slabs', 'clear', 'rain']),
  theme('Coral Profundo', [340, 12, 50], 0.16, ['key', -82], ['none', 'kelp', 'shafts', 'bubbles']),
  theme('Véu de Ametista', [276, 302, 338], 0.13, ['rim', -110], ['full', 'crystals', 'clouds', 'stars']),
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
  const lent = themes[place % themes.length] ?? themes[0];
  if (!skinLine && place < themes.length) return lent;
  const turn = ((hashText(`turn ${place}`) % 9) - 4) * 5;
  return { ...lent, shade: lent.shade + turn, body: lent.body + turn, spark: lent.spark + turn };
}
