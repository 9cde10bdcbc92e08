import { afterEach, expect, test, vi } from 'vitest';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { deliverKnown, type BulkResult } from './deliver-known.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (id: string, also: object = {}) => ({
  id,
  skinName: `Skin ${id}`,
  kept: true,
  downloadLink: null,
  knownLink: `https://arquivos.exemplo.com/${id}.zip`,
  storedFileName: null,
  ...also,
});
const order = (id: string, items: object[], status = 'pending') =>
  ({ id, status, customerName: `Cliente ${id}`, items }) as unknown as StaffOrder;

async function deliver(orders: StaffOrder[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  await deliverKnown(orders, (result) => results.push(result));
  return results;
}

test('each order is sent what the shop knows, and tells what became of it', async () => {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push([path, JSON.parse(body)]);
    return path.includes('/b/')
      ? Response.json({ error: { message: 'este pedido já foi concluído' } }, { status: 409 })
      : Response.json({ order: {} });
  });
  const results = await deliver([
    order('a', [
      item('1'),
      item('2', { downloadLink: 'https://x.exemplo.com/2' }),
      item('3', { kept: false }),
    ]),
    order('b', [item('4')]),
    order('c', [item('5'), item('6', { knownLink: null })]),
    order('d', [item('7')], 'completed'),
    order('e', []),
    order(
      'g',
      ['10', '11', '12', '13', '14'].map((id) => item(id, { knownLink: null })),
    ),
    { ...order('h', [item('15')]), asksBack: true },
    order('f', [item('8', { knownLink: null, storedFileName: 'oito.zip' }), item('9')]),
  ]);
  expect(results.map(({ orderId, isDone, message }) => [orderId, isDone, message])).toEqual([
    ['a', true, 'Entregue.'],
    ['b', false, 'este pedido já foi concluído'],
    ['c', false, 'Falta o arquivo de Skin 6.'],
    ['d', false, 'Não aguarda envio.'],
    ['e', false, 'Não tem skins para entregar.'],
    ['g', false, 'Falta o arquivo de Skin 10, Skin 11, Skin 12 e de mais 2 skins.'],
    ['h', false, 'O cliente pediu a devolução. Responda a ele antes.'],
    ['f', true, 'Entregue.'],
  ]);
  expect(asked).toEqual([
    [
      '/api/admin/orders/a/links',
      {
        links: { 1: 'https://arquivos.exemplo.com/1.zip', 2: 'https://x.exemplo.com/2' },
        kept_files: [],
        only_this_order: true,
      },
    ],
    [
      '/api/admin/orders/b/links',
      { links: { 4: 'https://arquivos.exemplo.com/4.zip' }, kept_files: [], only_this_order: true },
    ],
    [
      '/api/admin/orders/f/links',
      { links: { 9: 'https://arquivos.exemplo.com/9.zip' }, kept_files: ['8'], only_this_order: true },
    ],
  ]);
});
