import { skinKey } from '#shop/catalog/sku.ts';
import { Keyboard, PackageCheck } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { listStaff } from '#shop/accounts/staff/list-staff.ts';
import { listDesk, type DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import { listHeld } from '#shop/delivery/desk/list-held.ts';
import { listRecentDeliveries } from '#shop/delivery/desk/list-recent-deliveries.ts';
import type { Route } from './+types/desk';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import { DeliverForm, type Given } from './deliver-form.tsx';
import { DeskRow } from './desk-row.tsx';
import { GoneNote, type Gone } from './gone-note.tsx';
import { HeldList, type ShownHeld } from './held-list.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useDrafts, type Drafts } from './use-drafts.ts';
import { useFileDrop } from './use-file-drop.ts';
import { usePresence } from './use-presence.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mesa de entrega');

const FAILURE = {
  title: 'Erro ao carregar mesa',
  description: 'Não foi possível carregar a mesa de entrega.',
};

export const loader = staffLoader('orders.deliver', FAILURE, async ({ shop, user }) => {
  const [groups, held, delivered, staff] = await Promise.all([
    listDesk(shop),
    listHeld(shop),
    listRecentDeliveries(shop),
    listStaff(shop),
  ]);
  const team = Object.fromEntries(staff.map(({ id, name }) => [id, name.split(' ')[0] ?? name]));
  const { maxFileMb } = shop.settings;
  return { groups, held, delivered, team, maxFileMb, ownId: user.id, readAt: shop.now() };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

export default function AdminDesk({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders', 'desk-held', 'attention');
  return (
    <PanelPage title="Mesa de entrega" loaded={loaderData}>
      {(data) => <Desk {...data} />}
    </PanelPage>
  );
}

type DeskData = Exclude<Route.ComponentProps['loaderData'], { failure: unknown }>;

const SOMEBODY = 'Outra pessoa';

const keyOf = ({ sku }: Pick<DeskGroup, 'sku'>) => skinKey(sku);

/** What waits by skin: one link or file serves every order that wants it. */
function Desk(data: DeskData) {
  const { maxFileMb, ownId, readAt, team } = data;
  const [opened, setOpened] = useOpened('skin');
  const [showsKeys, setShowsKeys] = useState(false);
  const desk = useRef<HTMLDivElement>(null);
  const now = useNow(readAt);
  const drafts = useDrafts(maxFileMb);
  const shown = useShown(data);
  const { held, groups } = shown;
  const { gone, forgetGone, noteUndo } = useGone(data, shown, drafts, [opened, setOpened]);
  const others = usePresence(ownId, groups.some((group) => keyOf(group) === opened) ? opened : null);
  const focus = useDeskKeys(desk, {
    onHelp: () => setShowsKeys(true),
    onEscape: (row) => {
      if (opened === null) return;
      open(null);
      focus(row);
    },
    onUndo: () => desk.current?.querySelector<HTMLElement>('[data-desk-undo=""]')?.click(),
  });
  const drag = useFileDrop(opened, (skin, file) => {
    drafts.take(skin, file);
    open(skin);
  });

  function open(skin: string | null): void {
    setOpened(skin);
    forgetGone();
  }

  function takeBack(one: ShownHeld): void {
    shown.takeBack(one.id);
    const file = one.stored ? { ...one.stored, share: null, failure: null } : undefined;
    drafts.change(keyOf(one), { link: one.link ?? '', file });
    open(keyOf(one));
  }

  function close(group: DeskGroup, given: Given | null): void {
    drafts.forget(keyOf(group));
    shown.send(group, given);
    open(null);
    if (!given) showToast({ title: 'Nenhum pedido esperava mais por ela', about: 'links' });
  }

  function closeGone(): void {
    forgetGone();
    focus(0);
  }

  return (
    <div ref={desk}>
      <DeskHead groups={groups} held={held.length} onKeys={() => setShowsKeys(true)} />
      <HeldList held={held} readAt={readAt} onUndo={noteUndo} onUndone={takeBack} />
      {gone && <GoneNote gone={gone} onClose={closeGone} />}
      {groups.length === 0 && held.length === 0 ? (
        <EmptyState icon={PackageCheck} title="Tudo entregue" />
      ) : (
        <ul className="divide-y divide-line border-line not-empty:border-y">
          {groups.map((group) => {
            const key = keyOf(group);
            const draft = drafts.of(key);
            return (
              <li key={key} data-desk-key={key}>
                <DeskRow
                  rowKey={key}
                  group={group}
                  now={now}
                  isOpen={key === opened}
                  isBegun={Boolean(draft.link?.trim() || draft.file)}
                  drag={drag === null ? null : drag === key ? 'row' : 'page'}
                  others={others(key).map((id) => team[id] ?? SOMEBODY)}
                  onToggle={() => open(key === opened ? null : key)}
                >
                  <DeliverForm
                    group={group}
                    draftKey={key}
                    drafts={drafts}
                    maxFileMb={maxFileMb}
                    onSent={(given) => close(group, given)}
                  />
                </DeskRow>
              </li>
            );
          })}
        </ul>
      )}
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </div>
  );
}

/** What is held and what waits, with what was done here and the server's answer does not say yet. */
function useShown(data: DeskData) {
  const { ownId, readAt } = data;
  /** Sent here: its row goes at once, and not only with the next answer of the server. */
  const [sent, setSent] = useState<{ key: string; held: ShownHeld | null; readAt: Date } | null>(null);
  /** Taken back here: their going needs no word, and an answer of the server from before does not bring them back. */
  const [undone, setUndone] = useState<readonly string[]>([]);
  const justSent = sent?.readAt === readAt ? sent : null;
  const held = [...(justSent?.held ? [justSent.held] : []), ...showHeld(data)].filter(
    ({ id }) => !undone.includes(id),
  );
  const leaving = new Set([...held.map(keyOf), justSent?.key]);
  return {
    held,
    groups: data.groups.filter((group) => !leaving.has(keyOf(group))),
    undone,
    send(group: DeskGroup, given: Given | null) {
      const own = { sku: group.sku, heldBy: ownId, ...wordsOf(group), by: null };
      setSent({ key: keyOf(group), readAt, held: given && { ...given, ...own } });
    },
    takeBack(id: string) {
      setSent(null);
      setUndone((all) => [...all, id]);
    },
  };
}

/** Says what went while somebody looked: a delivery that was held and did not leave, and the row that was open. */
function useGone(
  { ownId, readAt, team, delivered }: DeskData,
  { groups, held, undone }: ReturnType<typeof useShown>,
  drafts: Drafts,
  [opened, setOpened]: ReturnType<typeof useOpened>,
) {
  const [gone, setGone] = useState<Gone | null>(null);
  const undoing = useRef<string>(null);
  const before = useRef({ groups, held });
  const notice = useEffectEvent(() => {
    const was = before.current;
    before.current = { groups, held };
    for (const one of was.held) {
      if (one.id === undoing.current || undone.includes(one.id) || held.some(({ id }) => id === one.id))
        continue;
      const left = groups.find((group) => keyOf(group) === keyOf(one))?.orders ?? [];
      const stayed = left.filter(({ id }) => one.orderIds.includes(id)).length;
      if (stayed > 0) showToast(describeStayed(one.skinName, stayed));
    }
    const lost = was.groups.find((group) => keyOf(group) === opened);
    if (!lost || groups.some((group) => keyOf(group) === opened)) return;
    setOpened(null);
    const holder = held.find((one) => keyOf(one) === keyOf(lost))?.heldBy;
    if (holder === ownId) return;
    const who = holder ?? lost.orders.map(({ id }) => delivered[id]).find((id) => id !== undefined);
    const by = who === undefined ? null : who === ownId ? 'Você' : (team[who] ?? SOMEBODY);
    setGone({ skinName: lost.skinName, by, at: readAt, draft: drafts.of(keyOf(lost)) });
  });
  useLayoutEffect(() => notice(), [readAt]);
  const noteUndo = (id: string) => void (undoing.current = id);
  return { gone, forgetGone: () => setGone(null), noteUndo };
}

function DeskHead({ groups, held, onKeys }: { groups: DeskGroup[]; held: number; onKeys: () => void }) {
  const orders = new Set(groups.flatMap((group) => group.orders.map(({ id }) => id))).size;
  return (
    <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3">
      <p data-desk-status tabIndex={-1} role="status" className="rounded-control text-sm text-muted">
        {orders === 0
          ? 'Nada espera.'
          : `${orders === 1 ? '1 pedido espera' : `${orders} pedidos esperam`} por ${groups.length === 1 ? '1 skin' : `${groups.length} skins`}.`}
        {held > 0 && ` ${held === 1 ? '1 entrega está saindo.' : `${held} entregas estão saindo.`}`}
      </p>
      <Button variant="ghost" className="noscript:hidden" onClick={onKeys}>
        <Keyboard aria-hidden="true" className="size-[18px]" />
        Teclas
      </Button>
    </div>
  );
}

function wordsOf({ skinName, orders }: DeskGroup) {
  return { skinName, orderIds: orders.map(({ id }) => id) };
}

/** What is held, with its words; what nobody waits for any more is left out. */
function showHeld({ groups, held, team, ownId }: DeskData): ShownHeld[] {
  return held.flatMap((one) => {
    const group = groups.find((each) => keyOf(each) === keyOf(one));
    if (!group) return [];
    const by = one.heldBy === ownId ? null : (team[one.heldBy] ?? SOMEBODY);
    return [{ ...one, ...wordsOf(group), by }];
  });
}

function describeStayed(skinName: string, orders: number) {
  return {
    title: `${skinName} continua na mesa`,
    description: `A entrega não saiu para ${orders === 1 ? '1 pedido' : `${orders} pedidos`}.`,
    tone: 'danger' as const,
    stays: true,
    about: 'links' as const,
  };
}
