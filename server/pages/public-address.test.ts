import { expect, test } from 'vitest';
import { STORE_PARAMS, storePath } from '#app/routes/store/store-filters.ts';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import { publicAddress } from './public-address.ts';

const ahri = { sku: 'lol:Ahri:3', championId: 'Ahri', num: 3 } as Skin;
const catalog = {
  findSkin: (sku: string) => (sku === ahri.sku ? ahri : null),
  skinsOf: (championId: string) => (championId === 'Ahri' ? [ahri] : []),
} as Partial<Catalog> as Catalog;

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/sobre-nos?utm_source=x&utm_campaign=y&gclid=1', '/sobre-nos'],
  ['/loja', '/loja'],
  ['/loja?', '/loja'],
  ['/loja?q=&campeao=&ordem=&pagina=1&fbclid=1', '/loja'],
  ['/loja?pagina=2&ordem=nome&campeao=Ahri', '/loja?campeao=Ahri&ordem=nome&pagina=2'],
  ['/loja?campeao=%41hri', '/loja?campeao=Ahri'],
  ['/loja?ordem=bobagem', '/loja'],
  ['/loja?pagina=2&pagina=3', '/loja?pagina=2'],
  ['/loja?pagina=10', '/loja?pagina=10'],
  ['/loja/skin/Ahri/3', '/loja/skin/Ahri/3'],
  ['/loja/skin/Ahri/3?utm_medium=a', '/loja/skin/Ahri/3'],
  // A creator's link: the code stays in the browser.
  ['/loja/skin/Ahri/3?cupom=ANA10', '/loja/skin/Ahri/3'],
  ['/?cupom=ANA10&utm_source=x', '/'],
])('%s is kept as %s', (url, address) => expect(publicAddress(url, catalog)).toBe(address));

test.each([
  '/loja?q=ahri',
  '/loja?q=%20',
  '/loja?campeao=Veneno',
  '/loja?pagina=11',
  '/loja?pagina=999999',
  '/loja?veneno=1',
  '/loja?utm_source=x&veneno=1',
  '/loja?utm_1=x',
  '/?q=1',
  '/sobre-nos?x',
  '/loja/',
  '/LOJA',
  '//loja',
  '/loja.data',
  '/loja/skin/Ahri/4',
  '/loja/skin/Ahri/03',
  '/loja/skin/Ahri/3/',
  '/loja/skin/ahri/3',
  '/loja/skin/%41hri/3',
  '/loja/skin/Ahri/3.0',
  '/loja/skin/constructor/1',
  'http://veneno.example/loja',
  '*',
  '',
  '/carrinho',
  '/dashboard',
  '/admin',
  '/auth',
  '/pagamento-pix',
  '/api/orders',
])('%s is rendered for whoever asks', (url) => expect(publicAddress(url, catalog)).toBeNull());

test('every filter that the store writes into its address may be kept', () => {
  const all = storePath({ query: 'a', championId: 'Ahri', sort: 'name', page: 2 });
  expect([...new URLSearchParams(all.split('?')[1]).keys()].sort()).toEqual([...STORE_PARAMS].sort());
});
