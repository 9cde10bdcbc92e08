import { expect, test } from 'vitest';
import { checkGift } from './check-gift.ts';

const email = 'amiga@exemplo.com';

test('an address and a message are tidied', () => {
  expect(checkGift({ email: ' Amiga@Exemplo.com ', message: ' Parabéns,\r\n\n \n  Bia! ' })).toEqual({
    ok: true,
    gift: { email, message: 'Parabéns,\n\nBia!' },
  });
  expect(checkGift({ email, message: '  ' })).toEqual({ ok: true, gift: { email, message: null } });
  for (const message of ['🎁'.repeat(200), 'Data: 25/12, 14.2 de nível... 👨‍👩‍👧', 'R$ 1.500,00: parabéns!'])
    expect(checkGift({ email, message })).toMatchObject({ ok: true });
});

// shows: threat 81
test.each([
  ['amiga', 'Oi', 'giftEmail'],
  ['amiga@exemplo.com\nBcc: todos@exemplo.com', 'Oi', 'giftEmail'],
  [email, 'a'.repeat(201), 'giftMessage'],
  [email, 'https://golpe.exemplo', 'giftMessage'],
  [email, 'entre em golpe.com', 'giftMessage'],
  [email, 'escreva para x@y', 'giftMessage'],
  [email, 'veja 1.2.3.4/x', 'giftMessage'],
  [email, 'veja １.２.３.４', 'giftMessage'],
  [email, 'golpe\u200b.com', 'giftMessage'],
  [email, 'golpe.\u2060c\u00adom', 'giftMessage'],
  [email, 'http:golpe', 'giftMessage'],
  [email, 'HTTPS : golpe', 'giftMessage'],
])('refused: %s, %s', (address, message, field) => {
  const checked = checkGift({ email: address, message });
  expect(checked.ok ? {} : checked.fields).toEqual({ [field]: expect.any(String) });
});
