import { Clock } from 'lucide-react';
import { tellTime, type Timed } from '#shop/promise/tell-time.ts';
import { formatArrival } from '#shop/text/format-date.ts';
import { AheadNote } from '../skin/ahead-note.tsx';
import { OrderUpdateNote } from './order-update-note.tsx';

/** Until when an order comes, that it should have come, or what it waits for. */
export function ArrivalNote({ order, now, className = '' }: { order: Timed; now: Date; className?: string }) {
  const told = tellTime(order, now);
  if (told?.kind === 'update') return <OrderUpdateNote className={className} />;
  if (told?.kind === 'release') return <AheadNote untils={told.untils} of={told.of} className={className} />;
  if (told?.kind !== 'until' && told?.kind !== 'late') return null;
  return (
    <p
      className={`flex items-center gap-2 text-sm ${told.kind === 'late' ? 'text-danger' : 'text-text'} ${className}`}
    >
      <Clock aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {told.kind === 'late' ? (
        'Atrasou. A equipe já foi avisada.'
      ) : (
        <span>
          Sua entrega chega até{' '}
          <time dateTime={told.until.toISOString()}>{formatArrival(told.until, now)}</time>.
          {order.awaitsExamination && ' A equipe está conferindo o arquivo antes de enviar.'}
        </span>
      )}
    </p>
  );
}
