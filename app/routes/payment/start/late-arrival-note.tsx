import { MoonStar } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { formatArrival } from '#app/ui/skin/format-date.ts';
import { dueAt } from '#shop/promise/due-at.ts';

/** Before the payment: while staff are away, until when an order comes that is paid now (ruling 31). */
export function LateArrivalNote({ className = '' }: { className?: string }) {
  const { promiseMinutes, staffHours } = useOffer();
  // Only the browser knows when the form is read: the page may be minutes old.
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!staffHours || !now) return null;
  const due = dueAt(now, promiseMinutes, staffHours);
  if (due.getTime() - now.getTime() <= promiseMinutes * 60_000) return null;
  return (
    <p
      role="note"
      className={`flex items-start gap-2.5 rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-sm ${className}`}
    >
      <MoonStar aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-info" />
      <span>
        A equipe não está no horário de atendimento agora. Pagando agora, sua entrega chega até{' '}
        <time dateTime={due.toISOString()} className="font-semibold whitespace-nowrap">
          {formatArrival(due, now)}
        </time>
        .
      </span>
    </p>
  );
}
