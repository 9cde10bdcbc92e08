import { skinKey, type Skin } from '#shop/catalog/catalog.ts';
import type { SplashFormat } from './choose-format.ts';
import type { SplashWidth } from './encode-splash.ts';

/** Where an encoded picture is kept. Made of what the catalogue and our own lists say, never of what a visitor sent. */
export function pictureKey(
  folder: 'img' | 'img/stand-in' | 'img/demo',
  { championId, num }: Skin,
  { width, format }: { width: SplashWidth; format: SplashFormat },
): string {
  return `${folder}/${skinKey(championId, num)}/${width}.${format}`;
}

/** Where the original of a splash is kept, from which the pictures are made. */
export function sourceKey({ championId, num }: Skin): string {
  return `img/${skinKey(championId, num)}/source`;
}
