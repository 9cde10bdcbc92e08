import { Link, useLocation } from 'react-router';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { currentOf, type PanelScreen } from './panel-screens.ts';

/** One entry of a navigation of the panel: icon, name, and how much waits there. */
export function PanelLink({
  screen,
  label,
  waiting,
}: {
  screen: PanelScreen;
  label?: string | undefined;
  waiting: number;
}) {
  const { to, icon: Icon, counted } = screen;
  const { pathname } = useLocation();
  return (
    <Link to={to} title={screen.label} aria-current={currentOf(to, pathname)} className="panel-link">
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className="panel-label">{label ?? screen.label}</span>
      {waiting > 0 && (
        <span className="panel-count">
          <CountBadge count={waiting} isUrgent={counted?.isUrgent} />
          {counted && <span className="sr-only"> {counted.noun}</span>}
        </span>
      )}
    </Link>
  );
}
