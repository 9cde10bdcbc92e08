import { expect, test } from 'vitest';
import { describeDelivery } from './desk-words.ts';

const none = { completed: [], waiting_for_others: [], failed: [] };

test('a delivery says what became of each order', () => {
  expect(describeDelivery({ ...none, completed: ['a'], waiting_for_others: ['b', 'c'] })).toEqual({
    title: 'Skin entregue!',
    description: '1 pedido concluído. 2 esperam outras skins.',
    tone: 'success',
  });
  const failed = [{ id: '0a1b2c3d-0000', reason: 'being_refunded' }];
  expect(describeDelivery({ ...none, completed: ['a', 'b'], failed })).toEqual({
    title: 'Alguns pedidos ficaram',
    description: '2 pedidos concluídos. #0a1b2c3d: está sendo reembolsado.',
    tone: 'danger',
  });
  expect(describeDelivery(none).description).toBe('Nenhum pedido esperava mais por ela.');
});
