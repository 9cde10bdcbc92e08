import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { explainRefusedCall } from '#shop/outgoing/explain-refused-call.ts';
import { tryUnseal } from '#shop/secrets/seal-text.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { noteTry, type Tried } from './note-try.ts';
import { signDelivery } from './sign-delivery.ts';

/** Of one receiver at once. A silent one keeps no other waiting. */
const AT_ONCE = 5;
/** Longer than the guarded client waits. What a process that died had claimed is then sent by another one. */
const CLAIM_SECONDS = 20;
const BOTH_SIGN_MS = 24 * 3600 * 1000;
const KEPT_LENGTH = 2048;

/** Starts what is due. It does not wait for the receivers: the next look begins in a moment. */
export async function sendDeliveries(ctx: OutwardContext): Promise<void> {
  const now = ctx.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const { rows } = await sql<{ id: string }>`
    with due as (
      select next.id from webhooks hook cross join lateral (
        select id from webhook_deliveries
        where hook_id = hook.id and next_try_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        -- What was never tried is due since it happened. What a person sends again, or what failed, comes after it.
        order by next_try_at > created_at, next_try_at, created_at, id
        limit greatest(0, ${AT_ONCE}::int - (
          select count(*) from webhook_deliveries busy where busy.hook_id = hook.id and busy.claimed_until > ${now}))
        for update skip locked
      ) next
    )
    update webhook_deliveries set claimed_until = ${until} where id in (select id from due) returning id
  `.execute(ctx.db);
  for (const { id } of rows) ctx.inBackground('send_webhook', () => sendDelivery(ctx, id));
}

async function sendDelivery(ctx: OutwardContext, id: string): Promise<void> {
  const delivery = await ctx.db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as hook', 'hook.id', 'delivery.hook_id')
    .select(['delivery.webhook_id', 'delivery.body', 'hook.url', 'hook.secret', 'hook.previous_secret'])
    .select(['hook.rotated_at', 'delivery.hook_id', 'delivery.type'])
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  // Its hook was removed.
  if (!delivery) return;
  const tried = await callReceiver(ctx, delivery);
  await noteTry(ctx, { id, hookId: delivery.hook_id }, tried);
  ctx.log.info('webhook.tried', {
    deliveryId: id,
    type: delivery.type,
    status: tried.status,
    isTaken: tried.isTaken,
  });
}

async function callReceiver(
  ctx: OutwardContext,
  hook: {
    url: string;
    webhook_id: string;
    body: string;
    secret: string;
    previous_secret: string | null;
    rotated_at: Date | null;
  },
): Promise<Tried> {
  const now = ctx.now();
  const bothSign = hook.rotated_at !== null && now.getTime() - hook.rotated_at.getTime() < BOTH_SIGN_MS;
  const secrets = [hook.secret, ...(bothSign && hook.previous_secret ? [hook.previous_secret] : [])].flatMap(
    (sealed) => tryUnseal(ctx.settings.sealingKey, sealed) ?? [],
  );
  if (secrets.length === 0) return { isTaken: false, status: null, response: NO_SECRET };
  const answer = await ctx.callOutside({
    url: hook.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signDelivery({ webhookId: hook.webhook_id, body: hook.body, secrets }, now),
    },
    body: hook.body,
  });
  if (!answer.ok)
    return { isTaken: false, status: answer.status ?? null, response: explainRefusedCall(answer.reason) };
  const { status, text } = answer;
  return { isTaken: status >= 200 && status < 300, status, response: keep(text) };
}

const NO_SECRET = 'O segredo deste webhook não pode mais ser lido (AUTH_SECRET mudou). Troque o segredo.';

/** What of an answer is kept. The database takes no character 0. */
const keep = (text: string) => {
  const bytes = Buffer.from(text.slice(0, KEPT_LENGTH)).subarray(0, KEPT_LENGTH);
  return cutText(bytes.toString('utf8').replaceAll(/[\0\uFFFD]+/g, ''), KEPT_LENGTH);
};
