// The order matters: an iPad may also name a Mac.
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** The kind of device behind a `User-Agent`. null: it does not say. It never contains text that the visitor sent. */
export function nameSystem(userAgent: string | null): string | null {
  return SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
}

/** Programs of a computer do not run there. */
export const isPhone = (userAgent: string | null): boolean =>
  ['iPhone', 'iPad', 'Android'].includes(nameSystem(userAgent) ?? '');
