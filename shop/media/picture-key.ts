import type { Skin } from '#shop/catalog/catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { itemFolder } from './item-picture.ts';
import type { SplashFormat } from './choose-format.ts';
import type { SplashWidth } from './encode-splash.ts';

/**
 * The key of an encoded picture. It consists of values of the catalogue and of our own lists, never of text of a
 * visitor.
 */
export function pictureKey(
  folder: 'img' | 'img/stand-in' | 'img/demo',
  skin: PicturedSkin,
  { width, format }: { width: SplashWidth; format: SplashFormat },
): string {
  return `${folder}/${nameOf(skin)}/${width}.${format}`;
}

/** The key of the original splash, from which the pictures are made. */
export function sourceKey(skin: PicturedSkin): string {
  return `img/${nameOf(skin)}/source`;
}

type PicturedSkin = Pick<Skin, 'sku' | 'pictureDigest'>;

/**
 * `Ahri_3`, or of what an item's picture is. A sign of a file's catalogue that no key may have becomes its number, and so
 * does `-`: no two are the same.
 */
const nameOf = ({ sku, pictureDigest }: PicturedSkin): string =>
  pictureDigest === undefined
    ? skinKey(sku).replaceAll(/\W/g, (sign) => `-${sign.charCodeAt(0).toString(16)}-`)
    : itemFolder(pictureDigest);
