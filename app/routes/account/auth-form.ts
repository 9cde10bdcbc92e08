import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { suggestEmail } from '#app/ui/form/suggest-email.ts';

export type AuthMode = 'login' | 'cadastro';

export const FAILURE_TITLES: Record<AuthMode, string> = {
  login: 'Erro ao fazer login',
  cadastro: 'Erro ao criar conta',
};

/** The answer is a question and no failure: the form shows it at the address. */
export const EMAIL_QUESTION = 'Confira o e-mail';

export interface AuthForm {
  email: string;
  password: string;
  name: string;
}

export function readAuthMode(params: URLSearchParams): AuthMode {
  return params.get('modo') === 'cadastro' ? 'cadastro' : 'login';
}

/** The rules of the form, before the auth library is asked. */
export function checkAuthForm(
  mode: AuthMode,
  form: FormData,
): { values: AuthForm; failure: ScreenFailure | null } {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const values = { email: text('email').trim(), password: text('password'), name: text('name').trim() };
  const title = FAILURE_TITLES[mode];
  const needed =
    mode === 'login' ? (['email', 'password'] as const) : (['name', 'email', 'password'] as const);
  const missing = needed.find((name) => !values[name]);
  if (missing) {
    return { values, failure: { title, description: 'Preencha todos os campos', field: missing } };
  }
  if (mode === 'cadastro' && values.password.length < 6) {
    const description = 'A senha deve ter no mínimo 6 caracteres';
    return { values, failure: { title, description, field: 'password' } };
  }
  if (mode === 'cadastro' && values.name.length > 80) {
    const description = 'O nome deve ter no máximo 80 caracteres';
    return { values, failure: { title, description, field: 'name' } };
  }
  const meant = mode === 'cadastro' ? suggestEmail(values.email) : null;
  // Once for each address: sent again, it is taken at its word.
  if (meant !== null && text('asked').trim() !== values.email) {
    const description = `Você quis dizer ${meant}?`;
    return { values, failure: { title: EMAIL_QUESTION, description, field: 'email' } };
  }
  return { values, failure: null };
}
