import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { PanelLink, type Waiting } from './panel-link.tsx';
import type { PanelGroup } from './panel-screens.ts';

/** The navigation at the side, from 768 px up: icons alone where it is folded, or where the screen is narrow. */
export function PanelRail({
  groups,
  waiting,
  isFolded,
  onFold,
}: {
  groups: PanelGroup[];
  waiting: Waiting;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}) {
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose;
  const label = isFolded ? 'Mostrar os nomes' : 'Mostrar só os ícones';
  return (
    <nav aria-label="Painel" className="panel-rail">
      {groups.map(({ name, screens }) => (
        <div key={name} className="panel-group">
          <p id={`panel-${name}`} className="panel-heading">
            {name}
          </p>
          <ul aria-labelledby={`panel-${name}`}>
            {screens.map((screen) => (
              <li key={screen.to}>
                <PanelLink {...screen} waiting={waiting} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {useHydrated() && (
        <button
          type="button"
          title={label}
          className="panel-link panel-fold"
          onClick={() => onFold(!isFolded)}
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
          <span className="panel-label">{label}</span>
        </button>
      )}
    </nav>
  );
}
