import { CalendarClock } from 'lucide-react';
import { InfoNote } from '../feedback/info-note.tsx';
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
    <InfoNote icon={CalendarClock} className={className}>
      <strong className="font-semibold">Pré-venda.</strong> {sayAhead(untils, of)}
    </InfoNote>
  );
}
