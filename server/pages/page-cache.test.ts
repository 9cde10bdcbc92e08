import { expect, test } from 'vitest';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { createPageCache } from './page-cache.ts';

type Page = { text: string; bytes: number };

/** A cache over a renderer that waits until the test continues it; `rendered` counts by address. */
function openCache(options: { maxBytes?: number } = {}) {
  let catalog = {} as Catalog;
  const settings = { revision: 0 };
  let time = 0;
  let text = 'um';
  let outcome: 'page' | 'none' | 'throws' = 'page';
  const rendered: string[] = [];
  const background: Promise<unknown>[] = [];
  let gate = Promise.resolve();
  const cache = createPageCache<Page>(
    {
      catalog: { current: () => catalog, ready: () => true, reload: async () => {} },
      settings,
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
    cache,
    rendered,
    write: (next: string) => (text = next),
    pass: (ms: number) => (time += ms),
    changeSettings: () => settings.revision++,
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

test('many who ask at once for a page that is not there share one rendering, and then it is there', async () => {
  const { cache, rendered } = openCache();
  const answers = await Promise.all(Array.from({ length: 20 }, async () => cache.find('/loja')));
  expect(new Set(answers).size).toBe(1);
  expect(rendered).toEqual(['/loja']);
  expect(await cache.find('/loja')).toEqual({ text: 'um', bytes: 100 });
  expect(rendered).toEqual(['/loja']);
});

test('an old page is shown while its successor is rendered once', async () => {
  const { cache, rendered, write, pass, hold, settled } = openCache();
  await cache.find('/');
  write('dois');
  pass(1000);
  const release = hold();
  expect(await cache.find('/')).toMatchObject({ text: 'um' });
  expect(await cache.find('/')).toMatchObject({ text: 'um' });
  release();
  await settled();
  expect(rendered).toEqual(['/', '/']);
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
});

test('another catalogue drops every page at once, old ones are not shown', async () => {
  const { cache, write, changeCatalog } = openCache();
  await cache.find('/');
  await cache.find('/loja');
  write('dois');
  changeCatalog();
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
  expect(await cache.find('/loja')).toMatchObject({ text: 'dois' });
});

test('a changed setting drops every page at once', async () => {
  const { cache, write, changeSettings } = openCache();
  await cache.find('/');
  write('dois');
  changeSettings();
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
});

test('a page that was being rendered when the catalogue changed is not kept', async () => {
  const { cache, rendered, write, changeCatalog, hold } = openCache();
  const release = hold();
  const before = cache.find('/');
  changeCatalog();
  write('dois');
  const after = cache.find('/');
  release();
  expect(await before).toMatchObject({ text: 'um' });
  expect(await after).toMatchObject({ text: 'dois' });
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
  expect(rendered).toEqual(['/', '/']);
});

test('the pages kept stay within their bytes, and what nobody asked for goes first', async () => {
  const { cache, rendered } = openCache({ maxBytes: 300 });
  for (const address of ['/a', '/b', '/c']) await cache.find(address);
  await cache.find('/a');
  await cache.find('/d');
  rendered.length = 0;
  for (const address of ['/a', '/c', '/d', '/b']) await cache.find(address);
  expect(rendered).toEqual(['/b']);
  for (let n = 0; n < 1000; n++) await cache.find(`/${n}`);
  rendered.length = 0;
  for (let n = 999; n >= 0; n--) await cache.find(`/${n}`);
  expect(rendered).toHaveLength(997);
});

test('a page larger than all that may be kept is shown and not kept', async () => {
  const { cache, rendered } = openCache({ maxBytes: 50 });
  expect(await cache.find('/')).toMatchObject({ text: 'um' });
  expect(await cache.find('/')).toMatchObject({ text: 'um' });
  expect(rendered).toHaveLength(2);
});

test('what may not be kept, or cannot be rendered, is asked for again', async () => {
  const { cache, turnOut, rendered } = openCache();
  turnOut('none');
  expect(await cache.find('/')).toBeNull();
  turnOut('throws');
  expect(await cache.find('/')).toBeNull();
  turnOut('page');
  expect(await cache.find('/')).toMatchObject({ text: 'um' });
  expect(rendered).toHaveLength(3);
});

test('a forgotten page is rendered anew at once, and the others stay', async () => {
  const { cache, rendered, write } = openCache();
  await cache.find('/a');
  await cache.find('/b');
  write('dois');
  cache.forget('/a');
  cache.forget('/nobody');
  expect(await cache.find('/a')).toMatchObject({ text: 'dois' });
  expect(await cache.find('/b')).toMatchObject({ text: 'um' });
  expect(rendered).toEqual(['/a', '/b', '/a']);
});

test('a page that was being rendered when it was forgotten is not kept, even if it is ready last', async () => {
  const { cache, rendered, write, hold } = openCache();
  cache.forget('/');
  const release = hold();
  const before = cache.find('/');
  cache.forget('/');
  write('dois');
  hold()();
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
  release();
  expect(await before).toMatchObject({ text: 'um' });
  expect(await cache.find('/')).toMatchObject({ text: 'dois' });
  expect(rendered).toEqual(['/', '/']);
});
