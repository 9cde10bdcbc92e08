import { expect, test } from 'vitest';
import { readBrCode } from './read-br-code.ts';

// The worked example of the library's own documentation (dynamic) with the CRC it publishes.
const DYNAMIC =
  '00020101021226480014br.gov.bcb.pix2526pix.example.com/qr/v2/12345204000053039865802BR5913Fulano de Tal6008Brasilia62070503***6304FC66';

test('reads a published dynamic code', () => {
  const code = readBrCode(DYNAMIC);
  expect(code.account.get('25')).toBe('pix.example.com/qr/v2/1234');
  expect(code).toMatchObject({ amountCents: null, txid: null });
});

test('refuses one changed character, a wrong length and a cut code', () => {
  expect(() => readBrCode(DYNAMIC.replace('Fulano', 'Fulana'))).toThrow(/CRC/);
  expect(() => readBrCode(DYNAMIC.slice(0, -1))).toThrow(/CRC/);
  expect(() => readBrCode('00020126990014br.gov.bcb.pix6304')).toThrow();
});
