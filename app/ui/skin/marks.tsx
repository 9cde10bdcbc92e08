import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useSession } from '../frame/session.tsx';
import { showToast } from '../feedback/toast.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { cartKey } from '../cart/cart-storage.ts';
import { createMarkStore, type Mark, type MarkStore } from './mark-store.ts';
import { readWishes } from './wish-storage.ts';

const MarksContext = createContext<{ store: MarkStore; isAlive: boolean } | null>(null);

function useMarkStore() {
  const marks = use(MarksContext);
  if (!marks) throw new Error('useMark must be used within a MarksProvider');
  return marks;
}

const silent = () => () => {};

/** What is marked on this skin; undefined until the page is alive. Only the cards whose mark changes are drawn again. */
export function useMark(id: string): { mark: Mark | undefined; toggle: () => Promise<void> } {
  const { store, isAlive } = useMarkStore();
  const mark = useSyncExternalStore(
    isAlive ? store.subscribe : silent,
    () => (isAlive ? store.read(id) : undefined),
    () => undefined,
  );
  return {
    mark,
    async toggle() {
      const isKept = await store.toggle(id);
      if (!isKept)
        showToast({
          title: 'Erro ao salvar a lista de desejos',
          description: 'Nada mudou. Tente de novo em instantes.',
          tone: 'danger',
          about: 'wish',
        });
    },
  };
}

/** Until the shop has said it, what the page came with stands. */
const isListed = (mark: Mark | undefined) => mark === undefined || mark === 'wished';

/** Those of these skins that are wished for now: a heart on the list itself may have been pressed. */
export function useStillWished(ids: readonly string[]): ReadonlySet<string> {
  const { store, isAlive } = useMarkStore();
  // As one text, which is the same while nothing has changed.
  const still = useSyncExternalStore(
    isAlive ? store.subscribe : silent,
    () => (isAlive ? ids.filter((id) => isListed(store.read(id))) : ids).join(' '),
    () => ids.join(' '),
  );
  return new Set(still.split(' '));
}

/** For whoever has just bought: the marks are asked for again. */
export function useReloadMarks(): () => void {
  const { store } = useMarkStore();
  return () => void store.reload();
}

export function MarksProvider({ brandName, children }: { brandName: string; children: ReactNode }) {
  const email = useSession()?.email ?? '';
  const refresh = useRefresh();
  const key = `${cartKey(brandName)}-wishes`;
  const [store] = useState(() => createMarkStore(key));
  // A transition, so that the page which has just come alive is not drawn again in the same breath.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => startTransition(() => setAlive(true)), []);
  useEffect(() => {
    const hasKept = email !== '' && readWishes(key).length > 0;
    const settle = async () => {
      await store.setVisitor(email);
      // The list may be on the screen already, without what this browser kept.
      if (hasKept && location.pathname === '/dashboard/desejos') await refresh();
    };
    void settle();
  }, [store, email, key, refresh]);
  const value = useMemo(() => ({ store, isAlive }), [store, isAlive]);
  return <MarksContext value={value}>{children}</MarksContext>;
}
