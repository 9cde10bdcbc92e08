import { describe, expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

describe('without a trusted proxy', () => {
  const addressOf = createClientAddress([]);
  it.each(['1.2.3.4', '127.0.0.1', '::1', '1.1.1.1, 2.2.2.2', 'x', '', ','])(
    'X-Forwarded-For: %s is nobody’s word',
    (forwarded) => expect(addressOf('203.0.113.7', forwarded)).toBe('203.0.113.7'),
  );
  // shows: threat 24
  it('of 1,000 claimed addresses one is left', () => {
    const seen = new Set(
      Array.from({ length: 1000 }, (_, n) => addressOf('203.0.113.7', `10.0.${n % 250}.${n % 7}`)),
    );
    expect([...seen]).toEqual(['203.0.113.7']);
  });
});

describe('behind trusted proxies', () => {
  const addressOf = createClientAddress(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  it.each([
    // A stranger who speaks to the shop directly is not believed.
    ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.2', '198.51.100.2'],
    ['::ffff:127.0.0.1', '198.51.100.2', '198.51.100.2'],
    ['fd00::1', '2001:db8::5', '2001:db8::5'],
    // What the visitor wrote stands left of what the proxy saw.
    ['127.0.0.1', '1.2.3.4, 198.51.100.2', '198.51.100.2'],
    ['127.0.0.1', '127.0.0.1, 198.51.100.2', '198.51.100.2'],
    ['127.0.0.1', '1.2.3.4, 198.51.100.2, 10.1.1.1', '198.51.100.2'],
    ['127.0.0.1', '10.2.2.2, 10.1.1.1', '10.2.2.2'],
    // Nonsense ends the belief.
    ['127.0.0.1', '1.2.3.4, unknown', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, unknown, 10.1.1.1', '10.1.1.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', null, '127.0.0.1'],
    ['', '1.2.3.4', ''],
  ])('from %s with %s it is %s', (peer, forwarded, address) => {
    expect(addressOf(peer, forwarded)).toBe(address);
  });
});
