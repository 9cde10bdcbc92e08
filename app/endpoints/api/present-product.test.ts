import { expect, test } from 'vitest';
import { presentProduct, presentProductFields, readProductFields } from './present-product.ts';

test('a product is answered in the words of the contract, in reais and ISO 8601', () => {
  const product = {
    id: 'product',
    name: 'Arquivo',
    description: null,
    champion: 'Áurea',
    priceCents: 1501,
    imageUrl: null,
    downloadUrl: 'https://arquivos.exemplo.com/a.zip',
    stock: 4,
    isActive: true,
    championId: 'Aurea',
    skinNum: 3,
    createdAt: new Date('2026-11-21T17:05:00Z'),
  };
  expect(JSON.stringify(presentProduct(product))).toBe(
    '{"id":"product","name":"Arquivo","description":null,"champion":"Áurea","image_url":null,' +
      '"download_url":"https://arquivos.exemplo.com/a.zip","stock":4,"is_active":true,"champion_id":"Aurea",' +
      '"skin_num":3,"created_at":"2026-11-21T17:05:00.000Z","price":15.01}',
  );
});

test('a refusal names the fields as the contract does, and the dialog finds them again', () => {
  const fields = { priceCents: 'caro', imageUrl: 'torta', championId: 'qual?' };
  const answered = presentProductFields(fields);
  expect(answered).toEqual({ price: 'caro', image_url: 'torta', champion_id: 'qual?' });
  expect(readProductFields({ ...answered, other: 'x' })).toEqual(fields);
});
