import { Keyboard, PackageCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { listStaff } from '#shop/accounts/staff/list-staff.ts';
import { listDesk, type DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/desk';
import { requireStaff } from '../require-staff.ts';
import { DeskRow } from './desk-row.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { usePresence } from './use-presence.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mesa de entrega');

const FAILURE = {
  title: 'Erro ao carregar mesa',
  description: 'Não foi possível carregar a mesa de entrega.',
};

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await requireStaff(context, 'orders.deliver');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const [groups, staff] = await Promise.all([listDesk(shop), listStaff(shop)]);
    const team = Object.fromEntries(staff.map(({ id, name }) => [id, name.split(' ')[0] ?? name]));
    return { groups, team, ownId: user.id, readAt: shop.now() };
  });
}

export default function AdminDesk({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  return (
    <section aria-labelledby="desk-title" className="max-w-[960px] pt-5">
      <h2 id="desk-title" className="text-lg">
        Mesa de entrega
      </h2>
      {'failure' in loaderData ? <LoadFailure {...loaderData.failure} /> : <Desk {...loaderData} />}
    </section>
  );
}

const keyOf = ({ championId, skinNum }: DeskGroup) => `${championId}_${skinNum}`;

/** What waits by skin: one link serves every order that wants it. */
function Desk({
  groups,
  team,
  ownId,
  readAt,
}: {
  groups: DeskGroup[];
  team: Record<string, string>;
  ownId: string;
  readAt: Date;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const now = useNow(readAt);
  const isOpen = groups.some((group) => keyOf(group) === opened);
  const others = usePresence(ownId, isOpen ? opened : null);
  const focus = useDeskKeys(list, () => setShowsKeys(true));
  const orders = new Set(groups.flatMap((group) => group.orders.map(({ id }) => id))).size;

  return (
    <>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {orders === 0
            ? 'Nada espera.'
            : `${orders === 1 ? '1 pedido espera' : `${orders} pedidos esperam`} por ${groups.length === 1 ? '1 skin' : `${groups.length} skins`}.`}
        </p>
        <Button variant="ghost" onClick={() => setShowsKeys(true)}>
          <Keyboard aria-hidden="true" className="size-[18px]" />
          Teclas
        </Button>
      </div>
      {groups.length === 0 ? (
        <EmptyState icon={PackageCheck} title="Tudo entregue" />
      ) : (
        <ul ref={list} className="divide-y divide-line border-y border-line">
          {groups.map((group, index) => (
            <li key={keyOf(group)}>
              <DeskRow
                group={group}
                now={now}
                isOpen={keyOf(group) === opened}
                others={others(keyOf(group)).map((id) => team[id] ?? 'Outra pessoa')}
                onToggle={() => setOpened((open) => (open === keyOf(group) ? null : keyOf(group)))}
                onClose={() => {
                  setOpened(null);
                  focus(index);
                }}
                onDone={() => {
                  setOpened(null);
                  // The row goes with the next answer of the server, and the one after it has its place.
                  focus(index + 1);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  );
}
