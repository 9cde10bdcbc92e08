import { expect, test } from 'vitest';
import { checkGift } from './check-gift.ts';

const email = 'amiga@exemplo.com';

test('an address and a message are tidied', () => {
  expect(checkGift({ email: ' Amiga@Exemplo.com ', message: ' Parabéns,\r\n\n \n  Bia! ' })).toEqual({
    ok: true,
    gift: { email, message: 'Parabéns,\n\nBia!' },
  });
  expect(checkGift({ email, message: '  ' })).toEqual({ ok: true, gift: { email, message: null } });
  expect(checkGift({ email, message: '🎁'.repeat(200) })).toMatchObject({ ok: true });
});

test.each([
  ['amiga', 'Oi', 'giftEmail'],
  ['amiga@exemplo.com\nBcc: todos@exemplo.com', 'Oi', 'giftEmail'],
  [email, 'a'.repeat(201), 'giftMessage'],
  [email, 'https://golpe.exemplo', 'giftMessage'],
  [email, 'entre em golpe.com', 'giftMessage'],
  [email, 'escreva para x@y', 'giftMessage'],
])('refused: %s, %s', (address, message, field) => {
  const checked = checkGift({ email: address, message });
  expect(checked.ok ? {} : checked.fields).toEqual({ [field]: expect.any(String) });
});
