import { Clock } from 'lucide-react';
import { countdownText, expiryText } from './payment-clock.ts';

/** Not announced: a clock that speaks each second drowns out everything else. */
export function Validity({ expiresAt, now }: { expiresAt: string; now: number }) {
  const end = Date.parse(expiresAt);
  const left = countdownText(end, now);
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Clock aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span>
        <time dateTime={expiresAt}>{expiryText(end, now)}</time>
        {left && (
          <>
            {' · '}
            <strong className="font-semibold text-accent tabular-nums">expira em {left}</strong>
          </>
        )}
      </span>
    </p>
  );
}
