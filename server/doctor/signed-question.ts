import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** On `GET /healthz`: the shop tells the doctor what it tells nobody else. */
export const QUESTION_HEADER = 'x-shop-doctor';

/** A question that somebody overheard is of no use after this time. */
const FRESH_MS = 60_000;

/** Proves that the doctor knows the shop's secret. */
export function signQuestion(authSecret: string, now: Date): string {
  const at = String(now.getTime());
  return `${at}.${seal(authSecret, at)}`;
}

export function isSignedQuestion(authSecret: string, question: string, now: Date): boolean {
  const [at = '', signature = ''] = question.split('.');
  if (!(Math.abs(now.getTime() - Number(at)) <= FRESH_MS)) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(seal(authSecret, at))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function seal(authSecret: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'fulgor doctor', 32));
  return createHmac('sha256', key).update(text).digest('hex');
}
