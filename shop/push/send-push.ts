import { createHash } from 'node:crypto';
import type { OutwardContext } from '#shop/context.ts';
import type { PushNews } from '#shop/jobs.ts';
import { describeNews } from './describe-news.ts';
import { encryptPush } from './encrypt-push.ts';
import { readPushKey } from './read-push-key.ts';
import { signPush } from './sign-push.ts';

/** A push service keeps it so long for a device that is switched off. */
const KEPT_SECONDS = 24 * 3600;
const PAUSE_SECONDS = 30;
/** A silent address holds up all other messages for ten seconds, so it is left alone for a while. */
const SILENCE_SECONDS = 5 * 60;
const LONGEST_PAUSE_SECONDS = 3600;
/** The device is not registered any more, or its address leads where the shop does not go. */
const GONE: readonly unknown[] = [404, 410, 'bad_address', 'refused_address'];

/** @throws where a later try makes sense. */
export async function sendPush(
  ctx: OutwardContext,
  { deviceId, news }: { deviceId: string; news: PushNews },
): Promise<void> {
  const device = await ctx.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', '=', deviceId)
    .executeTakeFirst();
  // Switched off, signed out, or the account is gone.
  if (!device || (news.kind === 'staff' && !device.for_staff)) return;
  if (device.not_before && device.not_before > ctx.now()) throw new Error('The push service is given time.');
  const message = await describeNews(ctx, device.user_id, news);
  if (!message) return;

  const { endpoint } = device;
  const { appUrl, supportEmail } = ctx.settings;
  const privateKey = await readPushKey(ctx);
  const contact = appUrl.startsWith('https:') ? appUrl : `mailto:${supportEmail}`;
  const answer = await ctx.callOutside({
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: signPush({ endpoint, privateKey, contact, now: ctx.now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_SECONDS),
      urgency: news.kind === 'updated' ? 'low' : 'high',
      // Of the messages that wait for a device that is switched off, only the newest of a topic is kept.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    },
    body: encryptPush(JSON.stringify(message), { p256dh: device.public_key, auth: device.auth }),
  });
  const outcome = answer.ok ? answer.status : answer.reason;
  if (answer.ok && answer.status < 300) return ctx.log.info('push.sent', { news: news.kind });
  ctx.log.warn('push.refused', { news: news.kind, outcome });
  if (GONE.includes(outcome)) return forget(ctx, deviceId);
  // What it does not understand now, it does not understand later.
  if (answer.ok && answer.status < 500 && answer.status !== 429) return;
  const wanted = answer.ok ? Number(answer.headers['retry-after']) : 0;
  const pause = outcome === 'timeout' ? SILENCE_SECONDS : Math.max(wanted || 0, PAUSE_SECONDS);
  await ctx.db
    .updateTable('push_subscriptions')
    .set({ not_before: new Date(ctx.now().getTime() + Math.min(pause, LONGEST_PAUSE_SECONDS) * 1000) })
    .where('id', '=', deviceId)
    .execute();
  throw new Error(`The push service did not take the message: ${outcome}.`);
}

async function forget(ctx: OutwardContext, deviceId: string): Promise<void> {
  await ctx.db.deleteFrom('push_subscriptions').where('id', '=', deviceId).execute();
}
