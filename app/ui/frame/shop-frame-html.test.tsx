import { expect, test } from 'vitest';
import { CLERK, CUSTOMER, readScreen, renderScreen, SELLER } from '#test/visitor/render-screen.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

// shows: spec 2.5, spec 2.7, spec 6.1
test('signed out, the header leads to login and sign-up and to no dashboard', () => {
  const html = renderScreen(<SiteHeader />);
  expect(html).toMatch(/<a [^>]*href="\/auth"[^>]*>Fazer Login</);
  expect(html).toMatch(/<a [^>]*href="\/auth\?modo=cadastro"[^>]*>Cadastro</);
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>.*Fulgor<\/span><\/a>/);
  for (const page of ['/loja', '/sobre-nos', '/contato', '/carrinho'])
    expect(html).toContain(`href="${page}"`);
  expect(html).not.toContain('/dashboard');
  expect(html).not.toContain('/admin');
});

// shows: spec 2.6
test('signed in, the menu shows name and email, the dashboard and the way out', () => {
  const text = readScreen(<SiteHeader />, { session: CUSTOMER });
  expect(text).toMatch(/Bruna Teste .*Bruna Teste bruna@exemplo\.com Dashboard Sair/);
  expect(text).not.toContain('Fazer Login');
  expect(text).not.toContain('STAFF');
});

// shows: spec 2.6
test('who has no display name is shown by email', () => {
  const html = renderScreen(<SiteHeader />, { session: { ...CUSTOMER, name: '' } });
  expect(html).toMatch(/<summary[^>]*>.*<span[^>]*>bruna@exemplo\.com<\/span>.*<\/summary>/);
});

// shows: spec 2.8, spec 4.1
test('only staff are shown the way to the panel', () => {
  expect(renderScreen(<SiteHeader />, { session: CLERK })).toMatch(/<a [^>]*href="\/admin"[^>]*>STAFF</);
  expect(renderScreen(<SiteHeader />, { session: CUSTOMER })).not.toContain('STAFF');
});

// shows: spec 1.1, spec 1.12
test('the footer has quick links, the social link, who sells and the independence notice', () => {
  const html = renderScreen(<SiteFooter />);
  expect(html).toContain(SELLER);
  for (const page of ['/loja', '/sobre-nos', '/contato', '/carreiras', '/privacidade', '/termos'])
    expect(html).toContain(`href="${page}"`);
  expect(html).toMatch(/<a href="https:\/\/social\.exemplo\.com\/fulgor"[^>]*>Redes sociais/);
  expect(readScreen(<SiteFooter />)).toMatch(
    /Fulgor é uma loja independente, sem vínculo com .* Ela não é endossada/,
  );
});

test('a long name of the shop is cut, and never pushes the header beyond the screen', () => {
  expect(renderScreen(<SiteHeader />)).toMatch(
    /<a [^>]*class="[^"]*\bmin-w-0\b[^"]*"[^>]*><svg [^>]*shrink-0[^]*?<\/svg><span class="truncate">Fulgor<\/span><\/a>/,
  );
});

test('the account menu is no wider than the narrowest phone leaves beside the button of the pages', () => {
  expect(renderScreen(<SiteHeader />, { session: CUSTOMER })).toContain('w-72 max-w-[calc(100vw-72px)]');
});
