import { nameSystem } from '#shop/text/name-system.ts';

// The order matters: most browsers also name the browsers that they descend from.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/**
 * A name by which a person recognises the device: `Chrome no Android`. It never contains text that the visitor sent.
 */
export function describeDevice(userAgent: string | null): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const system = nameSystem(userAgent);
  if (browser && system) return `${browser} no ${system}`;
  return browser ?? system ?? 'Aparelho desconhecido';
}
