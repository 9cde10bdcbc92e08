import { expect, test } from 'vitest';
import { readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import Auth from './auth.tsx';

test('login asks for email and password, and leads home and to the sign-up', () => {
  const html = renderScreen(screenOf(Auth), { path: '/auth' });
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>.*Voltar ao início<\/a>/);
  expect(html).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*>Login</);
  expect(html).toMatch(/role="tab"[^>]*aria-selected="false"[^>]*>Cadastro</);
  expect(readScreen(screenOf(Auth), { path: '/auth' })).toMatch(/Email .*Senha .*Entrar/);
});

test('sign-up asks for a display name too and hints at six characters', () => {
  const text = readScreen(screenOf(Auth), { path: '/auth?modo=cadastro' });
  expect(text).toMatch(/Nome de exibição .*Email .*Senha .*Mínimo de 6 caracteres .*Criar conta/);
});

test('a refusal stays in the page beside what was typed', () => {
  const actionData = {
    title: 'Erro ao fazer login',
    description: 'Email ou senha incorretos',
    field: 'password',
    kept: { email: 'bruna@exemplo.com', name: '' },
  };
  const html = renderScreen(screenOf(Auth, { actionData }), { path: '/auth' });
  expect(html).toMatch(/role="alert".*Erro ao fazer login.*Email ou senha incorretos/);
  expect(html).toContain('value="bruna@exemplo.com"');
});
