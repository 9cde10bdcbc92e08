import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { perform } from '#test/perform.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { deleteReview } from './delete-review.ts';
import { hideReview, showReview } from './hide-review.ts';
import { listAllReviews } from './list-all-reviews.ts';
import { listReviews, readRating, REVIEW_PAGE } from './list-reviews.ts';
import { readOwnReview } from './read-own-review.ts';
import { saveReview } from './save-review.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'support');
});
afterAll(() => shop.close());

const skuAt = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;
const paid = (position: number, userId?: string) => createPaidOrder(shop, buy(shop.ctx, [position]), userId);
const save = (userId: string, position: number, stars = 5, text = 'Linda.') =>
  perform(saveReview, shop.ctx, { userId }, { sku: skuAt(position), stars, text });
const remove = (userId: string, position: number) => deleteReview(shop.ctx, { userId, sku: skuAt(position) });
const own = (userId: string, position: number) => readOwnReview(shop.ctx, { userId, sku: skuAt(position) });
const shown = async (position: number) =>
  (await listReviews(shop.ctx, { sku: skuAt(position), cursor: null })).entries;
const rating = (position: number) => readRating(shop.ctx, skuAt(position));
const idOf = async (userId: string) =>
  (
    await shop.ctx.db
      .selectFrom('reviews')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).id;

test('only who owns the skin writes about it, once: a second time changes the first', async () => {
  const stranger = await shop.createUser();
  expect(await save(stranger, 0)).toEqual({ ok: false, reason: 'not_owned' });
  const { userId } = await paid(0);
  expect(await save(userId, 1)).toEqual({ ok: false, reason: 'not_owned' });
  expect(await save(userId, 0, 2, ' Bonita ')).toMatchObject({
    ok: true,
    stars: 2,
    text: 'Bonita',
    name: 'Bruna',
    hiddenReason: null,
  });
  const [first] = await shown(0);
  shop.passSeconds(60);
  const twice = await Promise.all([save(userId, 0, 5, 'Linda'), save(userId, 0, 5, 'Linda')]);
  expect(twice.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await shown(0)).toEqual([{ ...first, stars: 5, text: 'Linda' }]);
  expect(await save(userId, 0, 6)).toMatchObject({
    ok: false,
    reason: 'invalid',
    fields: { stars: expect.any(String) },
  });
  expect(await remove(stranger, 0)).toEqual({ ok: false, reason: 'not_found' });
  expect(await remove(userId, 0)).toEqual({ ok: true });
  expect(await remove(userId, 0)).toEqual({ ok: false, reason: 'not_found' });
  expect([await shown(0), await rating(0)]).toEqual([[], { average: null, count: 0 }]);
});

test('the average counts what everybody reads, and the list goes on without gap or repetition', async () => {
  const authors = await Promise.all(
    Array.from({ length: REVIEW_PAGE + 2 }, async (_, n) => {
      const { userId } = await paid(2);
      await save(userId, 2, (n % 5) + 1, `Texto ${n}`);
      return userId;
    }),
  );
  // 1 to 5 twice, then 1 and 2.
  expect(await rating(2)).toEqual({ average: 2.75, count: REVIEW_PAGE + 2 });
  const sku = skuAt(2);
  const first = await listReviews(shop.ctx, { sku, cursor: null });
  const second = await listReviews(shop.ctx, { sku, cursor: first.nextCursor });
  expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([REVIEW_PAGE, 2, null]);
  const texts = [...first.entries, ...second.entries].map(({ text }) => text);
  expect(new Set(texts).size).toBe(authors.length);
  await hideReview(shop.ctx, { actorUserId: clerk, reviewId: await idOf(authors[0]!), reason: 'Ofensa' });
  expect(await rating(2)).toEqual({ average: 2.91, count: REVIEW_PAGE + 1 });
});

test('what staff hide only its author reads, with the reason, whatever the author does then', async () => {
  const { userId } = await paid(3);
  await save(userId, 3, 1, 'Palavrão');
  const reviewId = await idOf(userId);
  const asked = { actorUserId: clerk, reviewId };
  const hide = (reason: string) =>
    callApi(shop.ctx, clerk, `POST /api/admin/reviews/${reviewId}/hide`, { reason });
  expect(await hide(' ')).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid', fields: { reason: expect.stringMatching(/^Escreva o motivo/) } } },
  });
  expect(await showReview(shop.ctx, asked)).toEqual({ ok: false, reason: 'already_done' });
  expect(await hide(' Contém\nofensas. ')).toMatchObject({ status: 204 });
  expect(await hideReview(shop.ctx, { ...asked, reason: 'De novo' })).toEqual({
    ok: false,
    reason: 'already_done',
  });
  expect([await shown(3), await rating(3)]).toEqual([[], { average: null, count: 0 }]);
  expect(await own(userId, 3)).toMatchObject({ text: 'Palavrão', hiddenReason: 'Contém ofensas.' });

  await save(userId, 3, 2, 'Melhor');
  expect(await shown(3)).toEqual([]);
  expect(await remove(userId, 3)).toEqual({ ok: true });
  expect([await own(userId, 3), await remove(userId, 3)]).toEqual([null, { ok: false, reason: 'not_found' }]);
  const kept = await shop.ctx.db.selectFrom('reviews').selectAll().where('id', '=', reviewId).execute();
  expect(kept).toMatchObject([{ text: '' }]);
  expect(await hideReview(shop.ctx, { ...asked, reason: 'Sumiu' })).toEqual({
    ok: false,
    reason: 'not_found',
  });
  await save(userId, 3, 5, 'Palavrão');
  expect(await shown(3)).toEqual([]);
  expect(await own(userId, 3)).toMatchObject({ hiddenReason: 'Contém ofensas.' });

  const { entries } = await listAllReviews(shop.ctx, { cursor: null, isHidden: true });
  expect(entries.find(({ id }) => id === reviewId)).toMatchObject({
    name: 'Bruna',
    text: 'Palavrão',
    stars: 5,
  });
  expect(await showReview(shop.ctx, asked)).toEqual({ ok: true });
  expect(await shown(3)).toMatchObject([{ text: 'Palavrão' }]);
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'details'])
    .where('subject_id', '=', reviewId)
    .orderBy('id')
    .execute();
  const details = { skin: skinKey(skuAt(3)) };
  expect(log).toEqual(
    ['review.hidden', 'review.shown'].map((action) => ({ action, actor_user_id: clerk, details })),
  );
});

test('a review goes with the skin: after a refund, and with the account; each time its page is announced', async () => {
  const sku = skuAt(4);
  const announced = async () =>
    (await shop.events()).filter(({ topic }) => topic === 'reviews').map(({ data }) => data);
  const { orderId, userId } = await paid(4);
  await save(userId, 4);
  await shop.forget();
  await shop.ctx.transaction((tx) => revokeSkins(tx, { id: orderId }, shop.ctx.now()));
  expect([await shown(4), await announced()]).toEqual([[], [{ sku }]]);
  expect(await save(userId, 4)).toEqual({ ok: false, reason: 'not_owned' });

  const other = await paid(4);
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: other.orderId, links: other.links });
  await save(other.userId, 4);
  await shop.forget();
  expect(await deleteAccount(shop.ctx, other.userId)).toEqual({ ok: true });
  expect([await shown(4), await announced()]).toEqual([[], [{ sku }]]);
});

// shows: threat 79
test('what staff hid stays hidden after the money went back and the skin was bought again, and goes with the account', async () => {
  const { orderId, userId, links } = await paid(6);
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
  await save(userId, 6, 1, 'Palavrão');
  const reviewId = await idOf(userId);
  await hideReview(shop.ctx, { actorUserId: clerk, reviewId, reason: 'Contém ofensas.' });
  const order = { id: orderId };
  await shop.ctx.transaction((tx) => revokeSkins(tx, order, shop.ctx.now()));
  expect(await own(userId, 6)).toBeNull();
  const again = await createPaidOrder(shop, buy(shop.ctx, [6]), userId);
  expect(await save(userId, 6, 1, 'Palavrão')).toMatchObject({ ok: true });
  expect([await shown(6), await own(userId, 6)]).toMatchObject([[], { hiddenReason: 'Contém ofensas.' }]);
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: again.orderId, links: again.links });
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  expect(await shop.ctx.db.selectFrom('reviews').select('id').where('id', '=', reviewId).execute()).toEqual(
    [],
  );
});

test('a refund and a review at the same moment leave no review without an owner', async () => {
  const { orderId, userId } = await paid(5);
  const order = { id: orderId };
  await Promise.all([save(userId, 5), shop.ctx.transaction((tx) => revokeSkins(tx, order, shop.ctx.now()))]);
  expect(await shown(5)).toEqual([]);
});

test('a review that is written while the skin is taken back waits for that, and is refused', async () => {
  const { orderId, userId } = await paid(5);
  const taken = Promise.withResolvers<void>();
  const taking = shop.ctx.transaction(async (tx) => {
    await revokeSkins(tx, { id: orderId }, shop.ctx.now());
    taken.resolve();
    await setTimeout(200);
  });
  await taken.promise;
  expect(await save(userId, 5)).toEqual({ ok: false, reason: 'not_owned' });
  await taking;
  expect(await shown(5)).toEqual([]);
});

test('whoever writes all day waits', async () => {
  const { userId } = await paid(6);
  const saves = await Promise.all(
    Array.from({ length: rateLimits.reviewAccount.burst + 1 }, () => save(userId, 6)),
  );
  expect(saves.filter(({ ok }) => !ok)).toMatchObject([{ reason: 'too_many_tries' }]);
});
