import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import type { HealthRow, HealthState } from '#shop/health/finding.ts';

const STATES: Record<HealthState, { word: string; tone: BadgeTone; icon: LucideIcon }> = {
  broken: { word: 'Quebrado', tone: 'danger', icon: CircleX },
  warning: { word: 'Atenção', tone: 'accent', icon: TriangleAlert },
  ok: { word: 'Em ordem', tone: 'ok', icon: CircleCheck },
};
const WORST_FIRST = Object.keys(STATES);

/** What has to be done comes first; within one state the order is the doctor's. */
export function HealthList({ rows }: { rows: HealthRow[] }) {
  const sorted = rows.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state));
  return (
    <ul aria-label="Partes da loja" className="mt-3 divide-y divide-line border-y border-line">
      {sorted.map(({ name, title, state, meaning, cure }) => {
        const { word, tone, icon: Icon } = STATES[state];
        return (
          <li key={name} className="py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-sm font-semibold">{title}</h3>
              <Badge tone={tone}>
                <Icon aria-hidden="true" className="size-3.5" />
                {word}
              </Badge>
            </div>
            <p className="mt-1 max-w-[68ch] text-sm [overflow-wrap:anywhere]">{meaning}</p>
            {cure !== null && (
              <p className="mt-1 max-w-[68ch] text-sm [overflow-wrap:anywhere] text-muted">
                <span className="font-medium text-text">O que fazer:</span> {cure}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
