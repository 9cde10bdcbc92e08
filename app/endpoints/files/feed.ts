import { createHash } from 'node:crypto';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readFeed } from '#shop/delivery/feed/read-feed.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import type { Route } from './+types/feed';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { NO_REFERRER } from './no-referrer.ts';

/** `GET /feed/{token}.json`: what a person owns, for their own programs: JSON Feed 1.1, with nothing about the person. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const [, token = ''] = /^([\w-]{22})\.json$/.exec(params.token) ?? [];
  const feed = await readFeed(shop, token);
  if (!feed) return answerError(404, 'not_found', requestId, OFF, { headers: NO_REFERRER });
  const allowed = await consumeRateLimit(shop, rateLimits.feedAccount, feed.userId);
  if (!allowed.ok) return answerTooMany(allowed.retryAfterSeconds, requestId);
  const { appUrl, brandName } = shop.settings;
  const items = (await feed.items()).map(({ sku, skinName, championName, file, ...item }) => ({
    id: sku,
    title: skinName,
    content_text: `${skinName} (${championName})`,
    ...(item.page && { url: item.page }),
    date_published: item.addedAt,
    date_modified: item.updatedAt,
    // What a program compares.
    version: item.version,
    sha256: item.sha256,
    updated_at: item.updatedAt,
    ...(file && {
      attachments: [
        { url: file.url, mime_type: 'application/octet-stream', title: file.name, size_in_bytes: file.size },
      ],
    }),
  }));
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Minhas skins na ${brandName}`,
    home_page_url: `${appUrl}/dashboard/colecao`,
    language: 'pt-BR',
    items,
  });
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  const headers = { ...NO_REFERRER, ETag: etag, 'Cache-Control': 'private, no-cache' };
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((each) => each === '*' || each.replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(json, {
    headers: { ...headers, 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}

const OFF = 'Esta lista não existe ou foi desligada por quem a criou.';
