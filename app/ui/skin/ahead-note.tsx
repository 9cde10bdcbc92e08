import { CalendarClock } from 'lucide-react';
import { sayAhead } from '#shop/promise/say-ahead.ts';

/** What is sold before its file exists, before the payment and after it: the day of each, `of` the skins of the order. */
export function AheadNote({
  untils,
  of = 1,
  className = '',
}: {
  untils: readonly string[];
  of?: number;
  className?: string;
}) {
  return (
    <p
      role="note"
      className={`flex items-start gap-2.5 rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-left text-sm ${className}`}
    >
      <CalendarClock
        aria-hidden="true"
        className="mt-0.5 size-[18px] shrink-0 text-info"
        strokeWidth={1.75}
      />
      <span>
        <strong className="font-semibold">Pré-venda.</strong> {sayAhead(untils, of)}
      </span>
    </p>
  );
}
