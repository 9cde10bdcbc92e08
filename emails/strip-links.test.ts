import { expect, test } from 'vitest';
import { greet, stripLinks } from './strip-links.ts';

// shows: threat 55
test.each([
  ['Bruna Teste', 'Olá, Bruna!'],
  ['  José   da Silva', 'Olá, José!'],
  ["D'Ávila Souza", "Olá, D'Ávila!"],
  ['Ana-Maria', 'Olá, Ana-Maria!'],
  ['xX_Sombra99_Xx', 'Olá, xX_Sombra99_Xx!'],
  ['李 雷', 'Olá, 李!'],
  ['https://roubo.exemplo/entrar', 'Olá!'],
  ['www.roubo.exemplo ganhe', 'Olá!'],
  ['roubo.exemplo', 'Olá!'],
  ['roubo．exemplo', 'Olá!'],
  ['roubo。exemplo', 'Olá!'],
  ['suporte@roubo.exemplo', 'Olá!'],
  ['ligue:0800', 'Olá!'],
  ['<b>Ana</b>', 'Olá!'],
  ['\u202eanA', 'Olá!'],
  ['', 'Olá!'],
  ['\n\n', 'Olá!'],
  ['Ana\r\nBcc: outra@exemplo.com', 'Olá, Ana!'],
  ['A'.repeat(31), 'Olá!'],
])('%j is greeted as %s', (name, greeting) => expect(greet(name)).toBe(greeting));

test.each([
  ['Não baixa', 'Não baixa'],
  ['Skin da versão 14.2 não abre', 'Skin da versão 14.2 não abre'],
  ['veja https://roubo.exemplo/x agora', 'veja [link] agora'],
  ['ganhe em roubo.exemplo!', 'ganhe em [link]'],
  ['WWW．roubo．com já', '[link] já'],
  ['escreva a eu@roubo.exemplo', 'escreva a [link]'],
  ['linha\r\noutra\u2028linha', 'linha outra linha'],
])('of %j a subject carries %s', (text, plain) => expect(stripLinks(text)).toBe(plain));
