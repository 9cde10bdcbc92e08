import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './safe-return-path.ts';

describe('the way back after signing in', () => {
  it.each(['/', '/carrinho', '/loja/skin/Aurea/3', '/loja?q=a%20b&pagina=2', '/dashboard/pedidos#topo'])(
    'leads to %s',
    (path) => expect(safeReturnPath(path)).toBe(path),
  );

  // shows: threat 29
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'http:evil.example',
    'HTTPS:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '/a\\..\\..\\evil',
    '/loja\u0000',
    '/loja\u2028',
    `/${'a'.repeat(600)}`,
    '',
    null,
    undefined,
  ])('never follows %j', (value) => expect(safeReturnPath(value)).toBe('/'));

  it('keeps an escaped tab escaped: the browser stays here', () => {
    const path = safeReturnPath('/%09/evil.example');
    expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
  });
});
