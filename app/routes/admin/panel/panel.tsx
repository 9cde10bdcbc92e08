import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SiteHeader } from '#app/ui/frame/site-header.tsx';
import { SkipLink } from '#app/ui/frame/shop-frame.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { RoleProvider } from '../use-may.tsx';
import { PanelBar } from './panel-bar.tsx';
import { PanelRail } from './panel-rail.tsx';
import { panelGroups } from './panel-screens.ts';
import { rememberRailFolded } from './panel-cookies.ts';
import './panel.css';

const StoreSkeleton = lazy(() =>
  import('../../store/store-skeleton.tsx').then((module) => ({ default: module.StoreSkeleton })),
);

export interface PanelData {
  role: StaffRole;
  /** Paid orders that nobody has delivered, and those of them whose promise has passed. */
  pending: number;
  late: number;
  /** How many entries wait in 'Atenção'. */
  attention: number;
  /** How many tickets wait for an answer. */
  tickets: number;
  /** How many requests of assistants this role may decide. */
  requests: number;
  isRailFolded: boolean;
  /** Of the shop's release. */
  version: string;
}

/** The frame of every screen of the panel. `data` null: who may enter could not be read. */
export function Panel({ data, children }: { data: PanelData | null; children: ReactNode }) {
  return (
    <div className="panel">
      <SkipLink />
      <SiteHeader />
      {data ? (
        <OpenPanel {...data}>{children}</OpenPanel>
      ) : (
        <main id="conteudo" tabIndex={-1} className="panel-main">
          {children}
        </main>
      )}
    </div>
  );
}

function OpenPanel({
  role,
  pending,
  late,
  attention,
  tickets,
  requests,
  isRailFolded,
  version,
  children,
}: PanelData & { children: ReactNode }) {
  const [isFolded, setFolded] = useState(isRailFolded);
  const { pathname } = useLocation();
  const wanted = useNavigation().location?.pathname;
  const groups = panelGroups(role);
  const waiting = {
    '/admin': late,
    '/admin/mesa': pending,
    '/admin/atencao': attention,
    '/admin/atendimento': tickets,
    '/admin/pedidos-de-assistente': requests,
  };
  // A screen says itself when it loads afresh; what is on the way to another one, nobody else can say.
  const opening = groups.flatMap(({ screens }) => screens).find(({ to }) => to === wanted && to !== pathname);
  const isSlow = useSlow(opening !== undefined);
  const isOpeningStore = useSlow(wanted === '/loja');
  return (
    <>
      {isOpeningStore && (
        <main className="grow">
          <Suspense>
            <StoreSkeleton />
          </Suspense>
        </main>
      )}
      <div className="panel-body" hidden={isOpeningStore} data-folded={isFolded || undefined}>
        <PanelRail
          groups={groups}
          waiting={waiting}
          isFolded={isFolded}
          onFold={(next) => {
            setFolded(next);
            rememberRailFolded(next);
          }}
        />
        <main id="conteudo" tabIndex={-1} className="panel-main gutter">
          <div className="flex items-start justify-between gap-3">
            <div>
              <h1 className="text-lg">Painel Administrativo</h1>
              <p className="text-xs text-muted">Gerencie pedidos e produtos da loja</p>
            </div>
            <PaletteButton groups={groups} />
          </div>
          {isSlow && opening && (
            <p role="status" className="flex items-center gap-2 pt-5 text-xs text-muted">
              <Spinner />
              Carregando {opening.loads ?? opening.label.toLowerCase()}...
            </p>
          )}
          <div hidden={isSlow}>
            <RoleProvider role={role}>{children}</RoleProvider>
          </div>
          <p className="pt-10 text-xs text-muted">Fulgor {version}</p>
        </main>
      </div>
      <PanelBar groups={groups} waiting={waiting} />
    </>
  );
}
