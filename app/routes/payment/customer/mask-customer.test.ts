import { describe, expect, it } from 'vitest';
import { caretAfterMask, maskPhone, maskTaxId } from './mask-customer.ts';

/** One key after the other, each on top of what the mask made of the last. */
const type = (mask: (text: string) => string, keys: string) =>
  [...keys].reduce((value, key) => mask(value + key), '');

describe('the phone mask', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['119', '(11) 9'],
    ['1134567890', '(11) 3456-7890'],
    ['11987654321', '(11) 98765-4321'],
    ['+55 11 98765-4321', '(11) 98765-4321'],
    ['011987654321', '(11) 98765-4321'],
    ['55987654321', '(55) 98765-4321'],
    ['119876543219999', '(11) 98765-4321'],
  ])('makes %j into %j', (text, masked) => expect(maskPhone(text)).toBe(masked));

  it('is the same typed as pasted', () => expect(type(maskPhone, '11987654321')).toBe('(11) 98765-4321'));

  it('never ends in punctuation, which Backspace could not remove', () => {
    for (let length = 1; length <= 11; length++) {
      expect(maskPhone('11987654321'.slice(0, length))).toMatch(/\d$/);
    }
  });
});

describe('the tax id mask', () => {
  it.each([
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['112223330001', '11.222.333/0001'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['1222233344445555', '12.222.333/4444-55'],
    ['<b>', 'B'],
  ])('makes %j into %j', (text, masked) => expect(maskTaxId(text)).toBe(masked));

  it('turns from a CPF into a CNPJ while it is typed', () => {
    expect(type(maskTaxId, '11222333000181')).toBe('11.222.333/0001-81');
    expect(type(maskTaxId, '12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  });
});

describe('the caret', () => {
  it('stays at the end while one types there', () => expect(caretAfterMask('(11) 98', 7, '(11) 98')).toBe(7));
  it('stays behind the digit that was typed in the middle', () =>
    expect(caretAfterMask('(191) 8765-4321', 3, '(19) 18765-4321')).toBe(3));
  it('passes punctuation that was removed, so that the next Backspace meets a digit', () =>
    expect(caretAfterMask('(11 98765-4321', 3, '(11) 98765-4321')).toBe(3));
});
