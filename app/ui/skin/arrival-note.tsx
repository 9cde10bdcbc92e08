import { Clock } from 'lucide-react';
import { formatArrival } from './format-date.ts';

/** Until when an order comes, or that it should have come. */
export function ArrivalNote({ dueAt, now, className = '' }: { dueAt: Date; now: Date; className?: string }) {
  const isLate = dueAt <= now;
  return (
    <p className={`flex items-center gap-2 text-sm ${isLate ? 'text-danger' : 'text-text'} ${className}`}>
      <Clock aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {isLate ? (
        'Atrasou. A equipe já foi avisada.'
      ) : (
        <span>
          Sua entrega chega até <time dateTime={dueAt.toISOString()}>{formatArrival(dueAt, now)}</time>.
        </span>
      )}
    </p>
  );
}
