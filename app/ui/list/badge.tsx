import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'ok' | 'info' | 'danger' | 'accent';

const TONES: Record<BadgeTone, string> = {
  neutral: 'border-line text-muted',
  ok: 'border-ok/40 text-ok',
  info: 'border-info/40 text-info',
  danger: 'border-danger/40 text-danger',
  accent: 'border-accent/40 text-accent',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border bg-surface px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
