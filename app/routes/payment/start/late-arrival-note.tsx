import { MoonStar } from 'lucide-react';
import { InfoNote } from '#app/ui/feedback/info-note.tsx';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { formatArrival } from '#shop/text/format-date.ts';
import { useOwnNow } from '#app/ui/live/use-own-now.ts';
import { tellTime } from '#shop/promise/tell-time.ts';

/** Before the payment: while staff are away, until when an order comes that is paid now. */
export function LateArrivalNote({ className = '' }: { className?: string }) {
  const offer = useOffer();
  const now = useOwnNow();
  const told = now && tellTime({ status: 'awaiting_payment', dueAt: null }, now, offer);
  if (!now || told?.kind !== 'away') return null;
  return (
    <InfoNote icon={MoonStar} className={className}>
      A equipe não está no horário de atendimento agora. Pagando agora, sua entrega chega até{' '}
      <time dateTime={told.until.toISOString()} className="font-semibold whitespace-nowrap">
        {formatArrival(told.until, now)}
      </time>
      .
    </InfoNote>
  );
}
