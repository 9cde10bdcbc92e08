import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { readAuthFailure } from './auth-failure.ts';
import { checkAuthForm, type AuthMode } from './auth-form.ts';

function check(mode: AuthMode, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return checkAuthForm(mode, form).failure;
}

describe('the login and sign-up form', () => {
  // shows: spec 5.4
  it.each([
    [{ email: '', password: 'x' }, 'email'],
    [{ email: 'a@b.co', password: '' }, 'password'],
    [{ email: '   ', password: 'x' }, 'email'],
  ])('login needs email and password', (fields, field) => {
    expect(check('login', fields)).toEqual({
      title: 'Erro ao fazer login',
      description: 'Preencha todos os campos',
      field,
    });
  });

  // shows: spec 5.5
  it('sign-up needs a display name too', () => {
    expect(check('cadastro', { email: 'a@b.co', password: '123456', name: ' ' })).toMatchObject({
      title: 'Erro ao criar conta',
      description: 'Preencha todos os campos',
      field: 'name',
    });
  });

  // shows: spec 5.5
  it('sign-up refuses five characters and takes six; login leaves old passwords alone', () => {
    const fields = { email: 'a@b.co', name: 'Ana', password: '12345' };
    expect(check('cadastro', fields)?.description).toBe('A senha deve ter no mínimo 6 caracteres');
    expect(check('cadastro', { ...fields, password: '123456' })).toBeNull();
    expect(check('login', fields)).toBeNull();
  });

  it('sign-up asks once about an address with a slip in it, and takes the same again', () => {
    const fields = { email: 'ana@gmial.com', name: 'Ana', password: '123456' };
    expect(check('cadastro', fields)).toEqual({
      title: 'Confira o e-mail',
      description: 'Você quis dizer ana@gmail.com?',
      field: 'email',
    });
    expect(check('cadastro', { ...fields, asked: 'ana@gmial.com' })).toBeNull();
    expect(check('cadastro', { ...fields, email: 'ana@gmil.com', asked: 'ana@gmial.com' })).not.toBeNull();
    expect(check('login', fields)).toBeNull();
  });
});

describe('a refusal of the auth library', () => {
  const read = async (status: number, body: unknown) =>
    (await readAuthFailure(new RouterContextProvider(), Response.json(body, { status }), 'Erro')).failure
      .description;

  // shows: threat F12, spec 8.1, spec 8.2
  it('is told in the words of the spec', async () => {
    expect(await read(401, { code: 'INVALID_EMAIL_OR_PASSWORD' })).toBe('Email ou senha incorretos');
    expect(await read(422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' })).toBe(
      'Este email já está cadastrado',
    );
    const tooMany = Response.json({}, { status: 429, headers: { 'Retry-After': '121' } });
    const { failure, init } = await readAuthFailure(new RouterContextProvider(), tooMany, 'Erro');
    expect(failure.description).toBe('Muitas tentativas. Tente de novo em 3 minutos.');
    expect(init).toEqual({ status: 429 });
  });

  // shows: spec 8.1
  it('never shows a sentence of its own', async () => {
    expect(await read(500, { code: 'X', message: 'relation "users" does not exist' })).not.toContain(
      'relation',
    );
    const { failure } = await readAuthFailure(
      new RouterContextProvider(),
      new Response('<html>', { status: 502 }),
      'Erro',
    );
    expect(failure.description).toContain('Tente de novo');
  });
});
