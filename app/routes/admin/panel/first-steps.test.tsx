import { expect, test } from 'vitest';
import { CLERK, readScreen } from '#test/visitor/render-screen.tsx';
import { areFirstStepsHidden } from './first-steps-cookie.ts';
import { FirstSteps } from './first-steps.tsx';

const NOTHING = {
  gateway: false,
  mail: false,
  seller: false,
  texts: false,
  secondFactor: false,
  order: false,
};
const ALL = { gateway: true, mail: true, seller: true, texts: true, secondFactor: true, order: true };
const read = (done: typeof NOTHING) =>
  readScreen(<FirstSteps done={done} />, { session: CLERK, path: '/admin' });

test('each step says how it stands, and what is left has a way there', () => {
  expect(read(NOTHING)).toMatch(/Faltam 6 passos.*Provedor de PIX : falta fazer.*Testar e-mail.*Ir à loja/s);
  const some = read({ ...NOTHING, gateway: true, order: true });
  expect(some).toContain('Faltam 4 passos');
  expect(some).toContain('Primeiro pedido de teste : feito');
  expect(some).not.toContain('Ir à loja');
  const last = read({ ...ALL, texts: false });
  expect(last).toMatch(/Falta um passo.*Privacidade e termos : falta fazer.*entre colchetes/s);
});

test('once all is done the list is gone', () => {
  expect(read(ALL)).toBe('');
});

test('the cookie of who hid the list is read back', () => {
  const request = (cookie: string) => new Request('http://localhost:3000/admin', { headers: { cookie } });
  expect(areFirstStepsHidden(request('a=b; primeiros-passos=escondidos'))).toBe(true);
  expect(areFirstStepsHidden(request('primeiros-passos=escondidos-nao'))).toBe(false);
  expect(areFirstStepsHidden(new Request('http://localhost:3000/admin'))).toBe(false);
});
