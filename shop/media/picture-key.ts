import { skinKey, type Skin } from '#shop/catalog/catalog.ts';
import type { SplashFormat } from './choose-format.ts';
import type { SplashWidth } from './encode-splash.ts';

/**
 * The key of an encoded picture. It consists of values of the catalogue and of our own lists, never of text of a
 * visitor.
 */
export function pictureKey(
  folder: 'img' | 'img/stand-in' | 'img/demo',
  { championId, num }: Skin,
  { width, format }: { width: SplashWidth; format: SplashFormat },
): string {
  return `${folder}/${skinKey(championId, num)}/${width}.${format}`;
}

/** The key of the original splash, from which the pictures are made. */
export function sourceKey({ championId, num }: Skin): string {
  return `img/${skinKey(championId, num)}/source`;
}
