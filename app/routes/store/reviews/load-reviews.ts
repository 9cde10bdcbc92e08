import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { formatDate } from '#shop/text/format-date.ts';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { listReviews, readRating, type Rating } from '#shop/reviews/list-reviews.ts';
import { readOwnReview } from '#shop/reviews/read-own-review.ts';
import type { OwnReview, Review } from '#shop/reviews/review.ts';
import { showAuthor } from '#shop/reviews/show-author.ts';
import { readPatiently } from '../read-patiently.ts';
import { DONE_PARAM, isDone, type Done } from './review-answer.ts';

/** With its day as it is read: the browser of a cheap phone needs its tables of dates for nothing else here. */
export type ShownReview = Review & { day: string };

export interface ShownReviews extends Rating {
  entries: ShownReview[];
  nextPage: number | null;
  /** Only for who owns the skin: what they wrote, and the name that would stand beside it. */
  own: { review: OwnReview | null; name: string; done: Done | null } | null;
}

/** null: they cannot be read now. The skin is sold without them. */
export async function loadReviews(
  context: Readonly<RouterContextProvider>,
  url: URL,
  { sku, isOwned }: { sku: string; isOwned: boolean },
): Promise<ShownReviews | null> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const { searchParams } = url;
  async function read(): Promise<ShownReviews> {
    const rating = await readRating(shop, sku);
    const { entries: reviews, nextPage } =
      rating.count === 0
        ? { entries: [], nextPage: null }
        : await takePages(readPageCount(searchParams), (cursor) => listReviews(shop, { sku, cursor }));
    const entries = reviews.map((review) => ({ ...review, day: formatDate(review.createdAt) }));
    const session = isOwned ? await visitor.session() : null;
    if (!session) return { ...rating, entries, nextPage, own: null };
    const done = searchParams.get(DONE_PARAM);
    const review = await readOwnReview(shop, { userId: session.user.id, sku });
    const name = showAuthor(session.user.name, shop.settings.brandName);
    return { ...rating, entries, nextPage, own: { review, name, done: isDone(done) ? done : null } };
  }
  return readPatiently(context, 'skin.reviews_unknown', read);
}
