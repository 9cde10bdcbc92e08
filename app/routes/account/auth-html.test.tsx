import { expect, test } from 'vitest';
import { readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import Auth from './auth.tsx';
import Recover from './recover.tsx';
import SecondFactor from './second-factor.tsx';

const loaderData = { gift: null };

// shows: spec 2.26, spec 2.28
test('login asks for email and password, and leads home and to the sign-up', () => {
  const html = renderScreen(screenOf(Auth, { loaderData }), { path: '/auth' });
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>.*Voltar ao início<\/a>/);
  expect(html).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*>Login</);
  expect(html).toMatch(/role="tab"[^>]*aria-selected="false"[^>]*>Cadastro</);
  expect(readScreen(screenOf(Auth, { loaderData }), { path: '/auth' })).toMatch(/Email .*Senha .*Entrar/);
});

// shows: spec 5.5
test('sign-up asks for a display name too and hints at six characters', () => {
  const text = readScreen(screenOf(Auth, { loaderData }), { path: '/auth?modo=cadastro' });
  expect(text).toMatch(/Nome de exibição .*Email .*Senha .*Mínimo de 6 caracteres .*Criar conta/);
});

// shows: spec 8.1
test('a refusal stays in the page beside what was typed', () => {
  const actionData = {
    title: 'Erro ao fazer login',
    description: 'Email ou senha incorretos',
    field: 'password',
    typed: { email: 'bruna@exemplo.com', name: '' },
  };
  const html = renderScreen(screenOf(Auth, { loaderData, actionData }), { path: '/auth' });
  expect(html).toMatch(/role="alert".*Erro ao fazer login.*Email ou senha incorretos/);
  expect(html).toContain('value="bruna@exemplo.com"');
});

test('without scripts a slip in the address is asked about beside what was typed, and the same again passes', () => {
  const actionData = {
    title: 'Confira o e-mail',
    description: 'Você quis dizer bruna@gmail.com?',
    field: 'email',
    typed: { email: 'bruna@gmial.com', name: 'Bruna' },
  };
  const screen = screenOf(Auth, { loaderData, actionData });
  const html = renderScreen(screen, { path: '/auth?modo=cadastro' });
  expect(html).toContain('<input type="hidden" name="asked" value="bruna@gmial.com"/>');
  expect(html).toMatch(/value="bruna@gmial\.com"/);
  expect(html).toContain('value="Bruna"');
  const text = readScreen(screen, { path: '/auth?modo=cadastro' });
  expect(text).toContain('Você quis dizer bruna@gmail.com ?');
  // The button needs scripts, and an ordinary answer has no question.
  expect(text).not.toContain('Corrigir');
  expect(text).not.toContain('Erro ao criar conta');
  const plain = { ...actionData, typed: { email: 'bruna@gmail.com', name: 'Bruna' } };
  expect(
    renderScreen(screenOf(Auth, { loaderData, actionData: plain }), { path: '/auth?modo=cadastro' }),
  ).not.toContain('name="asked"');
});

test('whoever comes from the page of a gift reads on both tabs what waits for them', () => {
  const screen = screenOf(Auth, { loaderData: { gift: 'Áurea do Eclipse (Áurea)' } });
  const read = (path: string) => readScreen(screen, { path });
  const waits = 'Um presente espera por você: Áurea do Eclipse (Áurea) .';
  expect(read('/auth?modo=cadastro')).toContain(`${waits} Crie sua conta e abra.`);
  expect(read('/auth')).toContain(`${waits} Entre e abra.`);
  expect(readScreen(screenOf(Auth, { loaderData }), { path: '/auth' })).not.toContain('presente');
});

test('whoever forgot their password or has no code still comes back to where they were', () => {
  const search = '?voltar=%2Fcarrinho';
  const html = renderScreen(screenOf(Auth, { loaderData }), { path: `/auth${search}` });
  expect(html).toContain(`href="/auth/recuperar${search}"`);
  for (const Screen of [Recover, SecondFactor])
    expect(renderScreen(screenOf(Screen), { path: `/auth/x${search}` })).toContain(`href="/auth${search}"`);
  expect(renderScreen(screenOf(Recover), { path: '/auth/recuperar' })).toContain('href="/auth"');
});
