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
import { cartKey, type CartItem } from './cart-storage.ts';
import { createCartStore, UNREAD_CART } from './cart-store.ts';
import { showToast } from '../feedback/toast.ts';

export type { CartItem } from './cart-storage.ts';

export interface Cart {
  items: readonly CartItem[];
  count: number;
  /** false until the browser's storage was read. */
  ready: boolean;
  has(id: string): boolean;
  /** Refuses a skin that is in the cart already. Tells the visitor in both cases. */
  add(item: CartItem): boolean;
  /** All of them at once; those that are in it already stay. */
  addAll(items: readonly CartItem[]): void;
  remove(id: string): void;
  /** Without a word: they were bought. */
  drop(ids: readonly string[]): void;
  clear(): void;
}

const readNothing = () => UNREAD_CART;

const CartContext = createContext<Cart | null>(null);

export function useCart(): Cart {
  const cart = use(CartContext);
  if (!cart) throw new Error('useCart must be used within a CartProvider');
  return cart;
}

export function CartProvider({ brandName, children }: { brandName: string; children: ReactNode }) {
  const [store] = useState(() => createCartStore(cartKey(brandName)));
  // A transition, so that the page which has just come alive is not drawn again in the same breath.
  const [isRead, setRead] = useState(false);
  useEffect(() => startTransition(() => setRead(true)), []);
  const { items, ready } = useSyncExternalStore(
    store.subscribe,
    isRead ? store.read : readNothing,
    readNothing,
  );

  const cart = useMemo<Cart>(() => {
    const has = (id: string) => store.read().items.some((item) => item.id === id);
    return {
      items,
      ready,
      count: items.length,
      has,
      add(item) {
        if (has(item.id)) {
          showToast({
            title: 'Item já está no carrinho',
            description: `${item.skinName} já foi adicionada.`,
            tone: 'danger',
          });
          return false;
        }
        store.change((current) => [...current, item]);
        showToast({
          title: 'Adicionado ao carrinho!',
          description: `${item.skinName} foi adicionada ao carrinho.`,
          tone: 'success',
        });
        return true;
      },
      addAll(added) {
        const fresh = added.filter(({ id }) => !has(id));
        store.change((current) => [...current, ...fresh]);
        if (fresh.length === 0) return;
        showToast({
          title: 'Adicionado ao carrinho!',
          description:
            fresh.length === 1
              ? `${fresh[0]?.skinName} foi adicionada ao carrinho.`
              : `${fresh.length} skins foram adicionadas ao carrinho.`,
          tone: 'success',
        });
      },
      drop: (ids) => store.change((current) => current.filter(({ id }) => !ids.includes(id))),
      remove(id) {
        store.change((current) => current.filter((item) => item.id !== id));
        showToast({
          title: 'Removido do carrinho',
          description: 'Item removido com sucesso.',
          tone: 'success',
          about: 'cart',
        });
      },
      clear: () => store.change(() => []),
    };
  }, [items, ready, store]);

  return <CartContext value={cart}>{children}</CartContext>;
}
