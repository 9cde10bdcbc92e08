import { Link, useLocation } from 'react-router';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { currentOf, type PanelScreen } from './panel-screens.ts';

/** How much waits, by address of the screen. */
export type Waiting = Readonly<Record<string, number>>;

/** One entry of a navigation of the panel: icon, name, and how much waits there. */
export function PanelLink({
  to,
  label,
  icon: Icon,
  counted,
  isUrgent,
  waiting,
  name = label,
}: PanelScreen & { waiting: Waiting; name?: string | undefined }) {
  const { pathname } = useLocation();
  const count = waiting[to] ?? 0;
  return (
    <Link to={to} title={label} aria-current={currentOf(to, pathname)} className="panel-link">
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className="panel-label">{name}</span>
      {count > 0 && (
        <span className="panel-count">
          <CountBadge count={count} isUrgent={isUrgent} />
          {counted && <span className="sr-only"> {counted}</span>}
        </span>
      )}
    </Link>
  );
}
