import { SHOP_ZONE } from './shop-zone.ts';

// Named parts put together here: how a browser and Node join date and time differs between versions, and a
// page whose server and browser disagree is drawn twice. The zone is the shop's, for the same reason.
const numeric = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const long = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `21/11/2026` */
export function formatDate(at: Date): string {
  const { day, month, year } = partsOf(numeric, at);
  return `${day}/${month}/${year}`;
}

/** `21/11/2026 14:05` */
export function formatDateTime(at: Date): string {
  return `${formatDate(at)} ${formatTime(at)}`;
}

/** `21 de novembro de 2026 às 14:05` */
export function formatLongDate(at: Date): string {
  const { day, month, year } = partsOf(long, at);
  return `${day} de ${month} de ${year} às ${formatTime(at)}`;
}

/** `14:32` today, `23/11/2026 09:15` on another day. `now`: the server's, so that both draw the same. */
export function formatArrival(at: Date, now: Date): string {
  return formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at);
}

/** `14:32` */
export function formatTime(at: Date): string {
  const { hour, minute } = partsOf(time, at);
  return `${hour}:${minute}`;
}

function partsOf(
  format: Intl.DateTimeFormat,
  at: Date,
): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
