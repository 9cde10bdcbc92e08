import { expect, test } from 'vitest';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { createPageStore } from './page-store.ts';

type Page = { text: string; bytes: number };

/** A store over a renderer that the test lets go on; `rendered` counts by address. */
function openStore(options: { mostBytes?: number } = {}) {
  let catalog = {} as Catalog;
  let time = 0;
  let text = 'um';
  let outcome: 'page' | 'none' | 'throws' = 'page';
  const rendered: string[] = [];
  const background: Promise<unknown>[] = [];
  let gate = Promise.resolve();
  const store = createPageStore<Page>(
    {
      catalog: { current: () => catalog, ready: () => true, reload: async () => {} },
      inBackground: (_, work) => void background.push(work()),
      now: () => new Date(time),
      log: { error() {} } as never,
    },
    async (address) => {
      rendered.push(address);
      const found = { text, bytes: 100 };
      await gate;
      if (outcome === 'throws') throw new Error('render');
      return outcome === 'none' ? null : found;
    },
    { freshMs: 1000, ...options },
  );
  return {
    store,
    rendered,
    write: (next: string) => (text = next),
    pass: (ms: number) => (time += ms),
    changeCatalog: () => (catalog = {} as Catalog),
    turnOut: (next: typeof outcome) => (outcome = next),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    settled: () => Promise.all(background),
  };
}

test('many who ask at once for a page that is not there share one rendering, and then it is there at once', async () => {
  const { store, rendered } = openStore();
  const answers = await Promise.all(Array.from({ length: 20 }, async () => store.find('/loja')));
  expect(new Set(answers).size).toBe(1);
  expect(rendered).toEqual(['/loja']);
  expect(store.find('/loja')).toEqual({ text: 'um', bytes: 100 });
});

test('an old page is shown while its successor is rendered once', async () => {
  const { store, rendered, write, pass, settled } = openStore();
  await store.find('/');
  write('dois');
  pass(1000);
  expect(store.find('/')).toMatchObject({ text: 'um' });
  expect(store.find('/')).toMatchObject({ text: 'um' });
  await settled();
  expect(rendered).toEqual(['/', '/']);
  expect(store.find('/')).toMatchObject({ text: 'dois' });
});

test('another catalogue drops every page at once, old ones are not shown', async () => {
  const { store, write, changeCatalog } = openStore();
  await store.find('/');
  await store.find('/loja');
  write('dois');
  changeCatalog();
  expect(await store.find('/')).toMatchObject({ text: 'dois' });
  expect(await store.find('/loja')).toMatchObject({ text: 'dois' });
});

test('a page that was being rendered when the catalogue changed is not kept', async () => {
  const { store, rendered, write, changeCatalog, hold } = openStore();
  const release = hold();
  const before = store.find('/');
  changeCatalog();
  write('dois');
  const after = store.find('/');
  release();
  expect(await before).toMatchObject({ text: 'um' });
  expect(await after).toMatchObject({ text: 'dois' });
  expect(store.find('/')).toMatchObject({ text: 'dois' });
  expect(rendered).toEqual(['/', '/']);
});

test('the pages kept stay within their bytes, and what nobody asked for goes first', async () => {
  const { store, rendered } = openStore({ mostBytes: 300 });
  for (const address of ['/a', '/b', '/c']) await store.find(address);
  await store.find('/a');
  await store.find('/d');
  rendered.length = 0;
  for (const address of ['/a', '/c', '/d']) expect(store.find(address)).not.toBeInstanceOf(Promise);
  await store.find('/b');
  expect(rendered).toEqual(['/b']);
  for (let n = 0; n < 1000; n++) await store.find(`/${n}`);
  rendered.length = 0;
  for (let n = 999; n >= 0; n--) await store.find(`/${n}`);
  expect(rendered).toHaveLength(997);
});

test('a page larger than all that may be kept is shown and not kept', async () => {
  const { store, rendered } = openStore({ mostBytes: 50 });
  expect(await store.find('/')).toMatchObject({ text: 'um' });
  expect(await store.find('/')).toMatchObject({ text: 'um' });
  expect(rendered).toHaveLength(2);
});

test('what may not be kept, or cannot be rendered, is asked for again', async () => {
  const { store, turnOut, rendered } = openStore();
  turnOut('none');
  expect(await store.find('/')).toBeNull();
  turnOut('throws');
  expect(await store.find('/')).toBeNull();
  turnOut('page');
  expect(await store.find('/')).toMatchObject({ text: 'um' });
  expect(rendered).toHaveLength(3);
});
