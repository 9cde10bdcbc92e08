import { Ellipsis } from 'lucide-react';
import { useLocation } from 'react-router';
import { Disclosure } from '#app/ui/form/disclosure.tsx';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { PanelLink, type Waiting } from './panel-link.tsx';
import { barScreens, currentOf, type PanelGroup } from './panel-screens.ts';

/** The navigation of a phone, at the thumb: what a clerk needs, and everything else under 'Mais'. */
export function PanelBar({ groups, waiting }: { groups: PanelGroup[]; waiting: Waiting }) {
  const { pathname } = useLocation();
  const inBar = barScreens(groups);
  const others = groups.flatMap(({ screens }) => screens).filter((screen) => !inBar.includes(screen));
  const waitingElsewhere = others.reduce((sum, { to }) => sum + (waiting[to] ?? 0), 0);
  const isElsewhere = others.some(({ to }) => currentOf(to, pathname));
  return (
    <nav aria-label="Painel" className="panel-bar">
      {inBar.map((screen) => (
        <PanelLink key={screen.to} {...screen} name={screen.short} waiting={waiting} />
      ))}
      {others.length > 0 && (
        <Disclosure
          className="panel-more"
          summaryClassName={`panel-link ${isElsewhere ? 'is-open' : ''}`}
          panelClassName="panel-others"
          summary={
            <>
              <Ellipsis aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
              <span className="panel-label">Mais</span>
              {waitingElsewhere > 0 && (
                <span className="panel-count">
                  <CountBadge count={waitingElsewhere} />
                </span>
              )}
            </>
          }
        >
          <ul>
            {others.map((screen) => (
              <li key={screen.to}>
                <PanelLink {...screen} waiting={waiting} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </nav>
  );
}
