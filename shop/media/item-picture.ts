import { splashWidths } from './encode-splash.ts';

/** The name of an item's pictures in the storage, as `Ahri_3` is of a splash: no champion has a `-`. */
export const itemFolder = (digest: string): string => `item-${digest}`;

/** Where the picture of an item of a file lies, as it came. Its name is of its content, so it never changes. */
export const itemPictureKey = (digest: string): string => `img/${itemFolder(digest)}/source`;

/** The same with all that was made from it. */
export const itemPictureKeys = (digest: string): string[] => [
  itemPictureKey(digest),
  ...splashWidths.flatMap((width) =>
    ['avif', 'webp', 'jpeg'].map((format) => `img/${itemFolder(digest)}/${width}.${format}`),
  ),
];
