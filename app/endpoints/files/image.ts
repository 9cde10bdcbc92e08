import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readSkinKey, skinKey } from '#shop/catalog/sku.ts';
import { chooseFormat } from '#shop/media/choose-format.ts';
import { splashWidths, type SplashWidth } from '#shop/media/encode-splash.ts';
import { serveSplash } from '#shop/media/serve-splash.ts';
import { answerError } from '../http/answer-error.ts';
import { refusePicture, sendPicture } from './send-picture.ts';

const DEFAULT_WIDTH: SplashWidth = 800;

const CACHE_CONTROL = {
  // A week: the address has no digest, and a splash is redrawn now and then.
  splash: 'public, max-age=604800, stale-while-revalidate=2592000',
  // Whoever brings a file anew may bring another picture.
  item: 'public, max-age=600, stale-while-revalidate=86400',
  demo: 'public, max-age=86400',
  'stand-in': 'public, max-age=60',
};

/** `GET /img/{championId}_{num}?w={width}`: the splash in the best format that the browser reads; `&f=jpeg`: as JPEG. */
export async function loader({ request, params, context, url }: LoaderFunctionArgs): Promise<Response> {
  const { requestId, ip } = getVisitor(context);
  const shop = getShop(context);
  const sku = readSkinKey(params.file ?? '');
  // Another spelling of the same would be another address of one picture.
  if (sku === null || skinKey(sku) !== params.file) return answerError(404, 'not_found', requestId);
  const query = url.searchParams;
  const width = readWidth(query.get('w'));
  if (!width) return answerError(400, 'malformed', requestId);
  if (!shop.catalog.ready()) return answerError(503, 'not_ready', requestId);

  // The format is fixed for messengers, which may accept more formats than they read.
  const format = query.get('f') === 'jpeg' ? 'jpeg' : chooseFormat(request.headers.get('accept'));
  const served = await serveSplash(shop, { sku, width, format, address: ip });
  if (!served.ok) return refusePicture(served, requestId);
  const etag = `"${createHash('sha256').update(served.data).digest('base64url').slice(0, 22)}"`;
  const headers = { 'Cache-Control': CACHE_CONTROL[served.art], ETag: etag, Vary: 'Accept' };
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return sendPicture(served.data, format, headers);
}

/** The next larger of our few widths, so that an address cannot create a file of its own. null: not a width. */
function readWidth(text: string | null): SplashWidth | null {
  if (text === null) return DEFAULT_WIDTH;
  if (!/^[1-9]\d{0,4}$/.test(text)) return null;
  return splashWidths.find((width) => width >= Number(text)) ?? splashWidths[splashWidths.length - 1] ?? null;
}

/** Source: RFC 9110 §13.1.2, weak comparison. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
