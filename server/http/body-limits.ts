import { CATALOG_FILE_REFUSALS } from '#app/doors/sentences/catalogs.ts';
import { IMPORT_FILE_REFUSALS } from '#app/doors/sentences/imports.ts';
import { STATEMENT_REFUSALS } from '#app/doors/sentences/ledger.ts';
import { MOST_IMPORT_MB } from '#shop/moving/receive-file.ts';
import type { ShopSettings } from '#shop/context.ts';

const MEGABYTE = 1024 * 1024;
/** What a multipart body puts around its file. */
const AROUND = MEGABYTE;

interface BodyLimit {
  paths: RegExp;
  mostMb: number | ((settings: Pick<ShopSettings, 'maxFileMb'>) => number);
  /** A file of staff or of their programs, over a slow line: it takes as long as it takes. */
  isLong?: true;
  /** The file goes on to where it is kept while it comes. */
  isStreamed?: true;
  /** What is said of one that is too large, and the page that the form of the panel leads to. */
  refusal?: { says: string; screen: string };
}

/** The bodies that may be larger than a form. */
const FILES: readonly BodyLimit[] = [
  // The profile's pictures, and the messages to the support, which may carry one.
  { paths: /^\/dashboard\/(?:perfil\/imagem\/|suporte(?:[/.]|$))/, mostMb: 8 },
  {
    paths: /^\/api\/(?:admin|v1)\/files$/,
    mostMb: ({ maxFileMb }) => maxFileMb,
    isLong: true,
    isStreamed: true,
  },
  {
    paths: /^\/(?:api\/admin\/imports|admin\/mudanca\/enviar)$/,
    mostMb: MOST_IMPORT_MB,
    isLong: true,
    isStreamed: true,
    refusal: { says: IMPORT_FILE_REFUSALS.too_large[2], screen: '/admin/mudanca?recusado=too_large#enviar' },
  },
  {
    paths: /^\/(?:api\/admin\/catalogs|admin\/catalogo\/enviar)(?:\/[\w-]+)?$/,
    mostMb: 32,
    isLong: true,
    refusal: {
      says: CATALOG_FILE_REFUSALS.too_large[2],
      screen: '/admin/catalogo?recusado=too_large#enviar',
    },
  },
  {
    paths: /^\/(?:api\/admin\/statements|admin\/conferencia\/enviar)$/,
    mostMb: 32,
    isLong: true,
    refusal: {
      says: STATEMENT_REFUSALS.too_large[2],
      screen: '/admin/conferencia?recusado=too_large#extrato',
    },
  },
];

const limitOf = (path: string) => FILES.find(({ paths }) => paths.test(path));

/** Whether a body may come for longer than a form. */
export const isLongBody = (path: string): boolean => limitOf(path)?.isLong === true;

/** How many bytes the body of a request to this path may have, and whether it is a file. */
export function limitBodyOf(settings: Pick<ShopSettings, 'maxFileMb'>, path: string) {
  const limit = limitOf(path);
  if (!limit) return { most: MEGABYTE, isFile: false, isStreamed: false, refusal: undefined };
  const { mostMb, isStreamed = false, refusal } = limit;
  const most = (typeof mostMb === 'number' ? mostMb : mostMb(settings)) * MEGABYTE + AROUND;
  return { most, isFile: true, isStreamed, refusal };
}
