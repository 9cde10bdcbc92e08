import { computeTheme, type Neutral, type Theme } from './compute-theme.ts';

export const TYPEFACES = ['bricolage', 'archivo', 'sora', 'fraunces'] as const;

export interface LookSettings {
  /** A stored file. */
  brandLogo: string | null;
  /** `#rrggbb`, which everybody can read. */
  brandColor: string;
  brandNeutral: Neutral;
  /** Of the headings. */
  brandTypeface: (typeof TYPEFACES)[number];
  /** Of a button's corners, in pixels; 0 to 20. */
  brandRadius: number;
}

/** Fulgor's own, which the style sheet and the icons of `public/` have already. */
export const OWN_LOOK = {
  brandLogo: null,
  brandColor: '#ffb020',
  brandNeutral: 'frio',
  brandTypeface: 'bricolage',
  brandRadius: 8,
} as const satisfies LookSettings;

/** Width and height in pixels, by the name in the address. */
export const ICON_SIZES = {
  'favicon-48': 48,
  'icone-180': 180,
  'icone-192': 192,
  'icone-512': 512,
  'mascara-512': 512,
};
export type IconName = keyof typeof ICON_SIZES;

export const OWN_ICONS: Readonly<Record<IconName, string>> = {
  'favicon-48': '/favicon.svg',
  'icone-180': '/apple-touch-icon.png',
  'icone-192': '/icon-192.png',
  'icone-512': '/icon-512.png',
  'mascara-512': '/icon-maskable-512.png',
};

export interface Look {
  theme: Theme;
  /** What the style sheet is to take in place of its own; null: nothing. */
  style: Record<string, string> | null;
  typeface: LookSettings['brandTypeface'];
  /** Paths of the shop. */
  logo: string | null;
  icons: Readonly<Record<IconName, string>>;
}

/** What everything that the shop shows follows from: screens, mails, icons, the installed app. */
export function readLook(settings: LookSettings): Look {
  const { brandLogo, brandColor, brandNeutral, brandTypeface, brandRadius } = settings;
  const theme = computeTheme({ color: brandColor, neutral: brandNeutral });
  const isOwn = (...keys: (keyof LookSettings)[]) => keys.every((key) => settings[key] === OWN_LOOK[key]);
  const style = {
    ...(!isOwn('brandColor', 'brandNeutral') &&
      Object.fromEntries(Object.entries(theme).map(([name, color]) => [`--color-${name}`, color]))),
    ...(!isOwn('brandTypeface') && { '--font-heading': `var(--font-${brandTypeface})` }),
    ...(!isOwn('brandRadius') && {
      '--radius-control': `${brandRadius}px`,
      '--radius-card': `${brandRadius && brandRadius + 2}px`,
    }),
  };
  // Another picture has another address, so that it may be cached for ever.
  const of = `${brandLogo ?? 'losango'}-${theme.accent.slice(1)}-${theme.ink.slice(1)}.png`;
  const names = Object.keys(ICON_SIZES) as IconName[];
  return {
    theme,
    style: Object.keys(style).length > 0 ? style : null,
    typeface: brandTypeface,
    logo: brandLogo && `/marca/logo-${of}`,
    icons: isOwn('brandLogo', 'brandColor', 'brandNeutral')
      ? OWN_ICONS
      : (Object.fromEntries(names.map((name) => [name, `/marca/${name}-${of}`])) as Look['icons']),
  };
}
