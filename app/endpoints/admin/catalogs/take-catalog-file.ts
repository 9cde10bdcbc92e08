import type { RouterContextProvider } from 'react-router';
import { tryFile } from '#shop/file-catalogs/try-file.ts';
import { takeFile } from '../take-file.ts';

/** Read as a catalogue: a new one, or what replaces this one. */
export const takeCatalogFile = (
  request: Request,
  context: Readonly<RouterContextProvider>,
  catalogId: string | null,
) =>
  takeFile(request, context, { right: 'catalog', limit: 'keep-catalog' }, (shop, file) =>
    tryFile(shop, { catalogId, ...file }),
  );
