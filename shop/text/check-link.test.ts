import { expect, test } from 'vitest';
import { checkLink } from './check-link.ts';

test.each([
  'https://arquivos.exemplo.com/skins/aurora.zip',
  'HTTPS://Arquivos.Exemplo.com/a?b=c&d=%20#e',
  'https://exemplo.com:8443/x',
  'https://exemplo.com/skin_(2022)_ção.zip',
  'https://[2001:db8::1]/a.zip',
  'http://localhost:3000/a.zip',
  'http://127.0.0.1/a.zip',
])('accepts %s as it is written', (link) => {
  expect(checkLink(`  ${link}\n`)).toEqual({ ok: true, link });
});

// shows: threat 28
test.each([
  '',
  '   ',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://exemplo.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://exemplo.com/1',
  'file:///etc/passwd',
  'ftp://exemplo.com/a.zip',
  'mailto:a@exemplo.com',
  '//exemplo.com/a.zip',
  '/a.zip',
  'exemplo.com/a.zip',
  'https:exemplo.com/a.zip',
  'https:/exemplo.com/a.zip',
  'https:\\\\exemplo.com\\a.zip',
  'https://exemplo.com\\@mal.exemplo/a.zip',
  'https:///a.zip',
  'https://',
  'https://:443/',
  'https://exemplo.com:99999/',
  'https://bruna:segredo@exemplo.com/a.zip',
  'https://exemplo.com@mal.exemplo/a.zip',
  'https://exemplo.com/a b.zip',
  'https://exemplo.com/a\r\nSet-Cookie: x=1',
  'https://exemplo.com/a\u0000.zip',
  'https://exemplo.com/\u202egpj.exe',
  'https://exem\u200bplo.com/a.zip',
  'https://exemplo.com/a\ud83d.zip',
  'http://exemplo.com/a.zip',
  'http://localhost.exemplo.com/a.zip',
  'http://127.0.0.1.exemplo.com/a.zip',
  'http://169.254.169.254/latest',
  `https://exemplo.com/${'a'.repeat(2000)}`,
])('refuses %j and says why', (link) => {
  const check = checkLink(link);
  expect(check.ok).toBe(false);
  expect(!check.ok && check.message).toMatch(/^[A-Z].{10,}/);
});

test('a link of exactly 2,000 characters still passes', () => {
  const link = `https://exemplo.com/${'a'.repeat(1980)}`;
  expect(link).toHaveLength(2000);
  expect(checkLink(link).ok).toBe(true);
});
