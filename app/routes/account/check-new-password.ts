import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/** The rules for a password typed twice. */
export function checkNewPassword(
  form: FormData,
): { ok: true; password: string } | { ok: false; failure: ScreenFailure } {
  const password = form.get('password');
  if (typeof password !== 'string' || password !== form.get('confirmation')) {
    const description = 'As senhas digitadas não são iguais.';
    return { ok: false, failure: { title: 'Senhas não coincidem', description, field: 'confirmation' } };
  }
  if (password.length < 6) {
    const description = 'A senha deve ter pelo menos 6 caracteres.';
    return { ok: false, failure: { title: 'Senha muito curta', description, field: 'password' } };
  }
  return { ok: true, password };
}
