import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMarkStore } from './mark-store.ts';

const KEY = 'fulgor-cart-wishes';
let kept: Map<string, string>;
/** What the shop was asked, and how it answers. */
let asked: string[];
let answers: (path: string, method: string) => Response;

beforeEach(() => {
  kept = new Map();
  asked = [];
  answers = (path) =>
    path === '/loja/marcas'
      ? Response.json({ owned: ['lol:Ahri:1'], wished: ['lol:Zed:2'] })
      : new Response(null, { status: 204 });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: RequestInit = {}) => {
    asked.push(`${method} ${path}${typeof body === 'string' && body ? ` ${body}` : ''}`);
    return answers(path, method);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('without an account hearts stay in this browser, and nobody is asked', async () => {
  const store = createMarkStore(KEY);
  store.subscribe(() => {});
  await settled();
  expect(await store.toggle('lol:Lux:7')).toBe(true);
  expect(await store.toggle('lol:Jinx:1')).toBe(true);
  expect(await store.toggle('lol:Jinx:1')).toBe(true);
  expect([store.read('lol:Lux:7'), store.read('lol:Jinx:1')]).toEqual(['wished', null]);
  expect(kept.get(KEY)).toBe('["Lux_7"]');
  expect(asked).toEqual([]);
});

test('a heart pressed before any mark was shown joins what this browser kept', async () => {
  kept.set(KEY, '["Lux_7"]');
  const store = createMarkStore(KEY);
  expect(await store.toggle('lol:Jinx:1')).toBe(true);
  expect(kept.get(KEY)).toBe('["Lux_7","Jinx_1"]');
});

test('whoever signs in takes along what this browser kept, once', async () => {
  kept.set(KEY, '["Lux_7","Jinx_12"]');
  const store = createMarkStore(KEY);
  store.subscribe(() => {});
  await store.setVisitor('ana@exemplo.com');
  expect(asked).toEqual(['POST /api/wishlist {"items":["lol:Lux:7","lol:Jinx:12"]}', 'GET /loja/marcas']);
  expect(kept.has(KEY)).toBe(false);
  expect(['lol:Ahri:1', 'lol:Zed:2', 'lol:Lux:9'].map(store.read)).toEqual(['owned', 'wished', null]);
  await store.setVisitor('');
  expect(['lol:Ahri:1', 'lol:Zed:2'].map(store.read)).toEqual([null, null]);
});

test('a card that is shown while the wishes join the account is marked with them', async () => {
  kept.set(KEY, '["Lux_7"]');
  const told: { wished: string[]; afterMs: number }[] = [
    // The first question comes before the wishes are there, and its answer after all others.
    { wished: [], afterMs: 30 },
    { wished: ['lol:Lux:7'], afterMs: 0 },
  ];
  vi.stubGlobal('fetch', async (path: string) => {
    const next = path === '/loja/marcas' ? told.shift() : undefined;
    await new Promise((resolve) => setTimeout(resolve, next?.afterMs ?? 10));
    return next ? Response.json({ owned: [], wished: next.wished }) : new Response(null, { status: 204 });
  });
  const store = createMarkStore(KEY);
  const signedIn = store.setVisitor('ana@exemplo.com');
  store.subscribe(() => {});
  await signedIn;
  expect(store.read('lol:Lux:7')).toBe('wished');
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(store.read('lol:Lux:7')).toBe('wished');
  expect(told).toEqual([]);
});

test('what the shop does not take stays in the browser, and a heart goes back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  kept.set(KEY, '["Lux_7"]');
  answers = (path) =>
    path === '/loja/marcas'
      ? Response.json({ owned: [], wished: ['lol:Zed:2'] })
      : new Response(null, { status: 503 });
  const store = createMarkStore(KEY);
  store.subscribe(() => {});
  await store.setVisitor('ana@exemplo.com');
  expect(kept.get(KEY)).toBe('["Lux_7"]');
  expect(await store.toggle('lol:Ahri:2')).toBe(false);
  expect(store.read('lol:Ahri:2')).toBeNull();
  expect(await store.toggle('lol:Zed:2')).toBe(false);
  expect(store.read('lol:Zed:2')).toBe('wished');
});

test('nothing is marked before it is known, and what was bought is asked for again', async () => {
  const store = createMarkStore(KEY);
  expect(store.read('lol:Ahri:1')).toBeUndefined();
  await store.setVisitor('ana@exemplo.com');
  expect(asked).toEqual([]);
  store.subscribe(() => {});
  await settled();
  expect(store.read('lol:Ahri:1')).toBe('owned');
  answers = () => Response.json({ owned: ['lol:Ahri:1', 'lol:Zed:2'], wished: [] });
  await store.reload();
  expect(store.read('lol:Zed:2')).toBe('owned');
});

test('a heart outlives an answer that was on its way, and of two presses the last one counts', async () => {
  const waiting: (() => void)[] = [];
  const store = createMarkStore(KEY);
  store.subscribe(() => {});
  await store.setVisitor('ana@exemplo.com');
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`);
    await new Promise<void>((go) => void waiting.push(go));
    return answers(path, method);
  });
  asked = [];
  const reloaded = store.reload();
  const pressed = [store.toggle('lol:Lux:7'), store.toggle('lol:Lux:7'), store.toggle('lol:Jinx:1')];
  await settled();
  expect(asked).toEqual(['GET /loja/marcas', 'PUT /api/wishlist/Lux/7']);
  const goOn = async () => {
    waiting.shift()?.();
    await settled();
  };
  for (let each = 0; each < 4; each++) await goOn();
  await Promise.all([reloaded, ...pressed]);
  expect([store.read('lol:Lux:7'), store.read('lol:Jinx:1')]).toEqual([null, 'wished']);
  answers = () => Response.json({ owned: ['lol:Ahri:1', 'lol:Zed:2'], wished: ['lol:Jinx:1'] });
  await goOn();
  expect(asked.map((request) => request.split(' ')[0])).toEqual(['GET', 'PUT', 'DELETE', 'PUT', 'GET']);
  expect(['lol:Zed:2', 'lol:Lux:7', 'lol:Jinx:1'].map(store.read)).toEqual(['owned', null, 'wished']);
});

test('a later page with cards asks again, and keeps the marks until it is answered', async () => {
  const store = createMarkStore(KEY);
  await store.setVisitor('ana@exemplo.com');
  store.subscribe(() => {})();
  await settled();
  store.subscribe(() => {})();
  expect(asked).toEqual(['GET /loja/marcas']);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  store.subscribe(() => {});
  expect(store.read('lol:Ahri:1')).toBe('owned');
  await settled();
  expect(asked).toEqual(['GET /loja/marcas', 'GET /loja/marcas']);
});

test.each(['{', '"x"', '[1, null, "../x", "Ahri_", "Ahri_1"]'])(
  'storage that anyone edited: %s',
  async (text) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    kept.set(KEY, text);
    const store = createMarkStore(KEY);
    store.subscribe(() => {});
    await settled();
    expect(store.read('lol:Ahri:1')).toBe(text.includes('Ahri_1') ? 'wished' : null);
    expect(store.read('../x')).toBeNull();
  },
);
