import { getShop, getVisitor } from '#app/request-context.ts';
import { findFeedFile } from '#shop/delivery/feed/find-feed-file.ts';
import { writeAddress } from '#shop/delivery/install/make-install-address.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { NO_DOWNLOAD } from '#app/doors/sentences/collection.ts';
import type { Route } from './+types/feed-file';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { NO_REFERRER } from './no-referrer.ts';
import { leadTo } from './send-file.ts';

/** `GET /feed/{token}/{entry}`: one file of a feed, by an address for an installer, which ends soon and is counted. */
export async function loader({
  params: { token, collectionId },
  context,
}: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const entry = isUuid(collectionId) ? await findFeedFile(shop, { token, entryId: collectionId }) : null;
  if (entry) {
    const allowed = await consumeRateLimit(shop, rateLimits.installAccount, entry.userId);
    if (!allowed.ok) return answerTooMany(allowed.retryAfterSeconds, requestId);
  }
  const made = entry && (await writeAddress(shop, entry));
  if (!made || typeof made === 'string')
    return answerError(404, 'not_found', requestId, NO_DOWNLOAD, { headers: NO_REFERRER });
  return leadTo(made.url);
}
