import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { cutText, type ChargeRequest, type RefundChargeResult } from '#shop/payments/gateway.ts';

/** A time that may be missing: whatever cannot be read is none. */
export const Moment = z.string().pipe(z.coerce.date()).nullable().catch(null);

/** The answer as documented, or what `fail` makes of the difference. */
export function readAs<T>(schema: z.ZodType<T>, data: unknown, fail: (what: string) => Error): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw fail(z.prettifyError(parsed.error));
  return parsed.data;
}

/** What a table says of a provider's word. A word may be `constructor` too. */
export function entryOf<T>(table: Record<string, T>, word: string | null): T | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** A provider's sentence as one line of a log. */
export function shortDetail(text: string): string {
  return cutText(text.replace(/\p{Cc}+/gu, ' '), 300);
}

/** Refusals quote what they refuse; details end in logs, where neither a CPF nor one of `secrets` may stand. */
export function withoutPersonalData(
  detail: string,
  { customer }: ChargeRequest,
  secrets: readonly string[] = [],
): string {
  const words = [...Object.values(customer), ...customer.name.split(/\s+/)];
  return [...secrets.filter(Boolean), ...words.filter((word) => word.length > 2)].reduce(
    (text, secret) => text.replaceAll(secret, '[…]'),
    detail,
  );
}

export function notRefundable(detail: string): RefundChargeResult {
  return { ok: false, reason: 'not_refundable', detail };
}

/** Hashed first, so that neither the time nor the length of the comparison tells anything of the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** The id of an event that its provider gives none: a redelivery is still recognised. */
export function hashOf(...parts: unknown[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
