import type { MetaDescriptor } from 'react-router';
import { USUAL_OFFER, type Offer } from './offer.tsx';

type Matches = readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[];

/** The picture that a shared link shows. */
export interface SharePicture {
  /** Path of the image route, without width. */
  splashPath: string;
  name: string;
  championName: string;
}

/** A picture that the shop draws for one page. */
export interface DrawnPicture {
  /** Path at the shop. */
  path: string;
  width: number;
  height: number;
  alt: string;
}

interface PublicPage {
  /** Where the page lives, if several addresses show it. */
  path?: string;
  picture?: SharePicture | DrawnPicture | undefined;
  /** false: for whoever has the link. Shared, it shows what it is; search engines leave it out. */
  isIndexed?: boolean;
}

/** The size of every splash, which is what the image route keeps at its largest width. */
const SPLASH = { width: 1215, height: 717 };
const ICON = 512;

/**
 * `{page} · {brand}`. A page with a description is for everybody: it names its one address and what a shared
 * link shows. A page without one belongs to one person, or to nobody, and stays out of search engines.
 */
export function pageMeta(
  matches: Matches,
  page: string | null,
  description?: string,
  { path, picture, isIndexed = true }: PublicPage = {},
): MetaDescriptor[] {
  const { brand, appUrl } = readRoot(matches);
  const title = [page, brand].filter(Boolean).join(' · ');
  if (!description) return [{ title }, { name: 'robots', content: 'noindex' }];

  const url = `${appUrl}${path ?? canonicalPath(matches.at(-1)?.pathname ?? '/')}`;
  return [
    { title },
    { name: 'description', content: description },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:url', content: url },
    { property: 'og:title', content: page ?? brand },
    { property: 'og:description', content: description },
    ...pictureMeta(appUrl, brand, picture),
  ];
}

/** The public origin, from the operator's settings: what a request claims as its host is never repeated. */
export function readRoot(matches: Matches): { brand: string; appUrl: string; offer: Offer } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { brand: { name: string }; appUrl: string; offer?: Offer }
    | undefined;
  return { brand: root?.brand.name ?? '', appUrl: root?.appUrl ?? '', offer: root?.offer ?? USUAL_OFFER };
}

/** JPEG, because not every messenger reads newer formats. */
export function sharePictureUrl(appUrl: string, { splashPath }: Pick<SharePicture, 'splashPath'>): string {
  return `${appUrl}${splashPath}?w=${SPLASH.width}&f=jpeg`;
}

function pictureMeta(appUrl: string, brand: string, picture: PublicPage['picture']): MetaDescriptor[] {
  const { url, width, height, alt } = describePicture(appUrl, brand, picture);
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: picture ? 'image/jpeg' : 'image/png' },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
  ];
}

function describePicture(appUrl: string, brand: string, picture: PublicPage['picture']) {
  if (!picture) return { width: ICON, height: ICON, url: `${appUrl}/icon-512.png`, alt: brand };
  if ('path' in picture) return { ...picture, url: `${appUrl}${picture.path}` };
  const alt = `${picture.name}, arte de ${picture.championName}`;
  return { ...SPLASH, url: sharePictureUrl(appUrl, picture), alt };
}

/** The router also answers in capitals and with a slash at the end. */
function canonicalPath(pathname: string): string {
  let path = pathname.toLowerCase();
  // Not a regular expression: a visitor writes this, and `/+$` looks at every slash once for each one after it.
  while (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  return path;
}
