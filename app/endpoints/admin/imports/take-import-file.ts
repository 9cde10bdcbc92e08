import type { RouterContextProvider } from 'react-router';
import { receiveFile } from '#shop/moving/receive-file.ts';
import { takeFile } from '../take-file.ts';

/** Looked into as what another shop left behind. */
export const takeImportFile = (request: Request, context: Readonly<RouterContextProvider>) =>
  takeFile(request, context, { right: 'moving', limit: 'keep-import' }, receiveFile);
