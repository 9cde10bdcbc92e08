import { expect, test } from 'vitest';
import { areDeviceKeys, encryptPush } from './encrypt-push.ts';

// The example of RFC 8291, section 5 and appendix A.
const DEVICE = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const FIXED = {
  privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
};
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

test('the example of RFC 8291 comes out byte by byte', () => {
  const message = encryptPush('When I grow up, I want to be a watermelon', DEVICE, FIXED);
  expect(message.toString('base64url')).toBe(MESSAGE);
});

test('no two messages are encrypted alike', () => {
  expect(encryptPush('oi', DEVICE)).not.toEqual(encryptPush('oi', DEVICE));
});

test.each([
  ['a device', DEVICE, true],
  ['a secret that is too short', { ...DEVICE, auth: 'BTBZMqHH6r4Tts7J' }, false],
  ['a point that is not on the curve', { ...DEVICE, p256dh: `BC${'A'.repeat(85)}` }, false],
  ['a compressed point', { ...DEVICE, p256dh: `Ag${'A'.repeat(42)}` }, false],
  ['nothing', { p256dh: '', auth: '' }, false],
])('%s: is it something to encrypt for?', (_what, keys, isKeys) => {
  expect(areDeviceKeys(keys)).toBe(isKeys);
});
