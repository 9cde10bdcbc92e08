import { expect, test } from 'vitest';
import { FIRST_VALUES } from '#shop/settings/setting-table.ts';
import { readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { fillText } from './fill-text.ts';
import { FIRST_PRIVACY_TEXT } from '#shop/chapters/first-privacy-text.ts';
import { FIRST_TERMS_TEXT } from '#shop/chapters/first-terms-text.ts';
import { splitBlocks } from './long-text.tsx';
import Privacy from './privacy.tsx';
import Terms from './terms.tsx';

const settings = { ...FIRST_VALUES, brandName: 'Fulgor', supportEmail: 'suporte@exemplo.com' };
const shop = (more: object = {}) => ({ settings: { ...settings, ...more } }) as never;
const seller = {
  name: 'Bruna Vendedora',
  document: '52998224725',
  address: 'Rua das Skins, 1',
  email: 'vendas@exemplo.com',
  phone: '(11) 98765-4321',
};

test.each([FIRST_PRIVACY_TEXT, FIRST_TERMS_TEXT])('a first text fills in all that the shop knows', (text) => {
  const empty = fillText(text, shop());
  expect(empty).not.toMatch(/[{}]/);
  expect(empty).toContain('[A loja ainda não informou quem vende');
  const set = fillText(text, shop({ seller, automaticWithdrawal: true }));
  expect(set).toContain('Bruna Vendedora · CPF 529.982.247-25 · Rua das Skins, 1');
  expect(set).not.toContain('ainda não informou');
});

test('the first texts say what the shop does, and mark what the owner has to write', () => {
  expect(FIRST_PRIVACY_TEXT).toContain('perdem nome, e-mail, celular e CPF ou CNPJ 90 dias depois');
  expect(FIRST_PRIVACY_TEXT).toContain('Prova de entrega: 180 dias');
  expect(FIRST_PRIVACY_TEXT).toContain('Mensagens: 2 anos');
  expect(FIRST_PRIVACY_TEXT).toContain('o fechamento de um mês, que é da contabilidade, fica como foi feito');
  expect(FIRST_PRIVACY_TEXT).toContain('e a mensagem: 90 dias depois de aberto');
  expect(FIRST_PRIVACY_TEXT.match(/primeira palavra do seu nome/g)).toHaveLength(1);
  for (const text of [FIRST_PRIVACY_TEXT, FIRST_TERMS_TEXT]) {
    expect(text.match(/\[[^\]]+\]/g)?.length).toBeGreaterThan(1);
    expect(text, 'no invented law').not.toMatch(/\blei\b|artigo|LGPD|CDC/i);
  }
});

test('a text of the panel has headings and lists, and nothing else of it is markup', () => {
  expect(splitBlocks('Um\ndois\n\n## Título\nTexto\n- a\n- b\n\n- c')).toEqual([
    { kind: 'paragraph', text: 'Um dois' },
    { kind: 'heading', text: 'Título' },
    { kind: 'paragraph', text: 'Texto' },
    { kind: 'list', items: ['a', 'b'] },
    { kind: 'list', items: ['c'] },
  ]);
  const html = renderScreen(screenOf(Terms, { loaderData: { text: '<b>oi</b> [falta isto]' } }));
  expect(html).toContain('&lt;b&gt;oi&lt;/b&gt;');
  expect(html).toMatch(/<mark[^>]*>\[falta isto\]<\/mark>/);
});

test('the privacy page has its heading', () => {
  expect(readScreen(screenOf(Privacy, { loaderData: { text: '## Parte\nTexto' } }))).toContain(
    'Política de privacidade Parte Texto',
  );
});
