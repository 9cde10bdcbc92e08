import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as defineMode,
  wcagContrast,
  type Oklch,
} from 'culori/fn';

defineMode(modeRgb);
defineMode(modeLrgb);
defineMode(modeOklch);
const toOklch = converter('oklch');

/** The greys of Fulgor, which are cold (app/theme.css). */
const GREYS = {
  ink: '#0a0b10',
  surface: '#12141c',
  raised: '#1b1e2a',
  line: '#2a2e3d',
  text: '#f3f4f8',
  muted: '#a3a9b8',
};
/** And its colour, with what stands on it. */
const OWN = { accent: '#ffb020', 'accent-ink': '#1a1204' };
const WARM_HUE = 65;

export const NEUTRALS = ['frio', 'neutro', 'quente'] as const;
export type Neutral = (typeof NEUTRALS)[number];

/** The tokens of app/theme.css that depend on the brand, as `#rrggbb`. */
export type Theme = Record<keyof typeof GREYS | 'accent' | 'accent-ink', string>;

const paint = (color: Oklch): string => formatHex(clampChroma(color, 'oklch', 'rgb'));

function greysOf(neutral: Neutral): typeof GREYS {
  if (neutral === 'frio') return GREYS;
  const warm = (hex: string) => {
    const grey = toOklch(hex)!;
    return paint(neutral === 'neutro' ? { ...grey, c: 0 } : { ...grey, h: WARM_HUE });
  };
  return Object.fromEntries(Object.entries(GREYS).map(([name, hex]) => [name, warm(hex)])) as typeof GREYS;
}

/** `color`: `#rrggbb`, one that `refuseColor` lets pass. */
export function computeTheme({ color, neutral }: { color: string; neutral: Neutral }): Theme {
  // Whatever can be read on the dark greys is light: what stands on it is dark, in its own hue.
  const own = { accent: color, 'accent-ink': paint({ ...toOklch(color)!, l: 0.19, c: 0.03 }) };
  return { ...greysOf(neutral), ...(color === OWN.accent ? OWN : own) };
}

/** WCAG 2: text needs 4.5. */
const READABLE = 4.5;

/** Prices and links stand in the colour on each of the three surfaces; on the lightest it is hardest to read. */
const SURFACES = [
  ['raised', 'dos campos e menus'],
  ['surface', 'dos cartões'],
  ['ink', 'da página'],
] as const;

function hardest(color: string): { where: string; ground: string; contrast: number } {
  const pairs = NEUTRALS.flatMap((neutral) => {
    const theme = greysOf(neutral);
    return SURFACES.map(([name, where]) => {
      const ground = theme[name];
      return { where, ground, contrast: wcagContrast(color, ground) };
    });
  });
  return pairs.reduce((worst, pair) => (pair.contrast < worst.contrast ? pair : worst));
}

export interface ColorRefusal {
  /** The pair that nobody can read. */
  color: string;
  ground: string;
  contrast: number;
  where: string;
  /** The nearest one that passes, of the same hue: `#rrggbb`. */
  nearest: string;
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

export const describeColorRefusal = ({ where, contrast, nearest }: ColorRefusal) =>
  `Ninguém leria um texto nesta cor sobre o fundo ${where}: o contraste é de ${decimal.format(contrast)} para 1, e são precisos 4,5. A mais próxima que dá para ler é ${nearest}.`;

/** null: everybody can read it, with whatever greys. */
export function refuseColor(color: string): ColorRefusal | null {
  const pair = hardest(color);
  if (pair.contrast >= READABLE) return null;
  const chosen = toOklch(color)!;
  let [dark, light] = [chosen.l, 1];
  while (light - dark > 0.001) {
    const middle = (dark + light) / 2;
    if (hardest(paint({ ...chosen, l: middle })).contrast >= READABLE) light = middle;
    else dark = middle;
  }
  return { color, ...pair, nearest: paint({ ...chosen, l: light }) };
}
