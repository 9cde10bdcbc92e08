import { MoonStar } from 'lucide-react';
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
    <p
      role="note"
      className={`flex items-start gap-2.5 rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-sm ${className}`}
    >
      <MoonStar aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-info" />
      <span>
        A equipe não está no horário de atendimento agora. Pagando agora, sua entrega chega até{' '}
        <time dateTime={told.until.toISOString()} className="font-semibold whitespace-nowrap">
          {formatArrival(told.until, now)}
        </time>
        .
      </span>
    </p>
  );
}
