import { expect, test } from 'vitest';
import { CUSTOMER, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import Profile from './profile.tsx';

const here = { session: CUSTOMER, path: '/dashboard/perfil' };
const loaderData = {
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  avatar: '/uploads/avatar-1',
  cover: '/uploads/cover-1',
  security: { isEmailConfirmed: true, hasSecondFactor: false, owesSecondFactor: false, sessions: [] },
};

// shows: spec 2.41, spec 2.42, spec 2.43, spec 2.44, spec 2.45
test('the profile has cover and avatar with their buttons, the name form, the email and both dialogs', () => {
  const text = readScreen(screenOf(Profile, { loaderData }), here);
  for (const part of [
    'Trocar avatar',
    'Trocar capa',
    'Salvar alterações',
    'Alterar senha',
    'Excluir conta',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('O email não pode ser alterado');
  const html = renderScreen(screenOf(Profile, { loaderData }), here);
  expect(html).toMatch(/<img src="\/uploads\/cover-1" alt="Sua capa"/);
  expect(html).toMatch(/<img src="\/uploads\/avatar-1" alt="Seu avatar"/);
  expect(html).toMatch(/<input[^>]*type="email"[^>]*readOnly=""[^>]*value="bruna@exemplo\.com"/);
});

test('without scripts the page says whether the mail that confirms the address went out', () => {
  const security = { ...loaderData.security, isEmailConfirmed: false };
  const read = (query: string) =>
    readScreen(screenOf(Profile, { loaderData: { ...loaderData, security } }), {
      ...here,
      path: `/dashboard/perfil${query}`,
    });
  expect(read('?confirmacao=enviada')).toContain('E-mail enviado. Abra o link dele');
  expect(read('?confirmacao=falhou')).toContain('O e-mail não saiu. Espere alguns minutos');
  expect(read('')).not.toMatch(/E-mail enviado|não saiu/);
});

// shows: spec 5.8
test('uploads take image files only', () => {
  const html = renderScreen(screenOf(Profile, { loaderData }), here);
  expect([...html.matchAll(/<input type="file" accept="image\/jpeg,image\/png,image\/webp"/g)]).toHaveLength(
    2,
  );
});

test('a profile that cannot be read says so and offers another try', () => {
  const failure = { title: 'Erro ao carregar', description: 'Não foi possível carregar.' };
  const text = readScreen(screenOf(Profile, { loaderData: { failure } }), here);
  expect(text).toContain(failure.description);
  expect(text).toContain('Tentar novamente');
});
