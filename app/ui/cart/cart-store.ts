import { parseCart, writeCart, type CartItem } from './cart-storage.ts';

export interface CartState {
  items: readonly CartItem[];
  /** false on the server and until the browser's storage was read. */
  ready: boolean;
}

/** Before hydration every cart is empty: the server does not know what this browser stores. */
export const UNREAD_CART: CartState = { items: [], ready: false };

export interface CartStore {
  read(): CartState;
  /** Applies `change` to the current items, whichever tab changed them last, and stores the result. */
  change(change: (items: readonly CartItem[]) => readonly CartItem[]): void;
  subscribe(listener: () => void): () => void;
}

/** The cart in local storage, shared by all tabs. Touches storage on first reading, so it may be made on the server. */
export function createCartStore(key: string): CartStore {
  let state = UNREAD_CART;
  const listeners = new Set<() => void>();

  function load(): CartState {
    try {
      return { items: parseCart(localStorage.getItem(key)), ready: true };
    } catch (error) {
      console.error('Error loading cart', error);
      return { items: [], ready: true };
    }
  }

  function set(next: CartState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    // A null key: the whole storage was cleared.
    if (event.key === key || event.key === null) set(load());
  }

  return {
    read() {
      if (!state.ready) state = load();
      return state;
    },
    change(change) {
      const items = change(this.read().items);
      try {
        if (items.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, writeCart(items));
      } catch (error) {
        // Storage refused or full: the cart still works in this tab.
        console.error('Error saving cart', error);
      }
      set({ items, ready: true });
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}
