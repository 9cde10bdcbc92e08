import { formatDateTime } from '#shop/text/format-date.ts';

/** When something happened, for people and for programs. */
export function Moment({ at, className = '' }: { at: Date; className?: string }) {
  return (
    <time dateTime={at.toISOString()} className={`tabular-nums ${className}`}>
      {formatDateTime(at)}
    </time>
  );
}
