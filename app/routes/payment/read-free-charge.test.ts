import { describe, expect, it } from 'vitest';
import { readFreeCharge } from './read-free-charge.ts';

const read = (query: string) => readFreeCharge(new URLSearchParams(query));

describe('a free charge in an address', () => {
  // shows: spec 2.55
  it('is read in reais', () => {
    expect(read('amount=45.5&description=Coaching')).toEqual({
      amountCents: 4550,
      description: 'Coaching',
      refusal: null,
    });
    expect(read('amount=1,10').amountCents).toBe(110);
    expect(read('amount=5000').refusal).toBeNull();
  });

  it.each([
    '',
    'amount=',
    'amount=0',
    'amount=abc',
    'amount=-5',
    'amount=1.005',
    'amount=1e30',
    'amount=Infinity',
  ])('without a usable amount is refused with a reason: %s', (query) =>
    expect(read(query)).toMatchObject({ amountCents: 0, refusal: expect.stringContaining('valor') }),
  );

  it.each(['amount=0.99', 'amount=5000.01'])('out of bounds is refused with the bounds: %s', (query) =>
    expect(read(query).refusal).toBe('O valor deve ficar entre R$ 1,00 e R$ 5.000,00.'),
  );

  // shows: spec 2.55
  it('has a description in any case', () => {
    expect(read('amount=5').description).toBe('Compra na loja');
    expect(read(`amount=5&description=${'x'.repeat(500)}`).description).toHaveLength(140);
    expect(read('amount=5&description=a%0Ab').description).toBe('a b');
  });
});
