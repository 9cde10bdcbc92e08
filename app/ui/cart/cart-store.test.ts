import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeCart, type CartItem } from './cart-storage.ts';
import { createCartStore } from './cart-store.ts';

const item: CartItem = {
  id: 'Aurea_1',
  skinName: 'Aurea Solar',
  championName: 'Aurea',
  skinNum: 1,
  championId: 'Aurea',
  priceCents: 1500,
  splashArt: '/img/Aurea_1',
};

let stored: Map<string, string>;
let tabs: EventTarget;

beforeEach(() => {
  stored = new Map();
  tabs = new EventTarget();
  vi.stubGlobal('window', tabs);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the cart store', () => {
  // shows: spec 3.2, spec 4.2
  it('writes every change, and removes the stored cart when it is emptied', () => {
    const store = createCartStore('k-cart');
    store.change((items) => [...items, item]);
    expect(stored.get('k-cart')).toBe(writeCart([item]));
    store.change(() => []);
    expect(stored.has('k-cart')).toBe(false);
  });

  // shows: spec 8.5
  it('logs a corrupted cart and starts empty', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stored.set('k-cart', 'nonsense');
    expect(createCartStore('k-cart').read()).toEqual({ items: [], ready: true });
    expect(logged).toHaveBeenCalledWith('Error loading cart', expect.any(Error));
  });

  it('gives the same object until something changes, as React demands', () => {
    const store = createCartStore('k-cart');
    expect(store.read()).toBe(store.read());
  });

  it('follows a change made in another tab', () => {
    const store = createCartStore('k-cart');
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    expect(store.read().items).toEqual([]);
    stored.set('k-cart', writeCart([item]));
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
    expect(heard).not.toHaveBeenCalled();
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'k-cart' }));
    expect(heard).toHaveBeenCalledOnce();
    expect(store.read().items).toEqual([item]);
    stop();
  });

  it('keeps working in this tab when the browser refuses to store', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    const store = createCartStore('k-cart');
    store.change(() => [item]);
    expect(store.read().items).toEqual([item]);
  });
});
