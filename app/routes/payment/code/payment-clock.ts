import { SHOP_ZONE } from '#shop/text/shop-zone.ts';

const COUNTDOWN_MS = 5 * 60_000;

const time = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('pt-BR', { timeZone: SHOP_ZONE, day: '2-digit', month: '2-digit' });

/** `válido até 15:42` in Brasília, wherever the browser is; with its day when that is another one. */
export function expiryText(expiresAt: number, now: number): string {
  return day.format(expiresAt) === day.format(now)
    ? `válido até ${time.format(expiresAt)}`
    : `válido até ${time.format(expiresAt)} de ${day.format(expiresAt)}`;
}

/** `4:59` in the last five minutes; null before that, because a clock of an hour only hurries people, and after it. */
export function countdownText(expiresAt: number, now: number): string | null {
  const left = expiresAt - now;
  if (left <= 0 || left > COUNTDOWN_MS) return null;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long the texts above stay as they are, ms; null when they will not change. */
export function nextTickMs(expiresAt: number, now: number): number | null {
  const left = expiresAt - now;
  if (left <= 0) return null;
  // In steps, because a timer that slept with the computer is late.
  if (left > COUNTDOWN_MS) return Math.min(left - COUNTDOWN_MS, 30_000);
  return left % 1000 || 1000;
}

const TOLERATED_SKEW_MS = 10_000;

/** How far the server's clock is ahead of this computer's; small differences are only the answer's way here. */
export function clockSkewMs(serverNow: number, now: number): number {
  const skew = serverNow - now;
  return Math.abs(skew) < TOLERATED_SKEW_MS ? 0 : skew;
}
