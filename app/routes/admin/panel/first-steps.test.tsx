import { expect, test } from 'vitest';
import { CLERK, readScreen, renderScreen } from '#test/visitor/render-screen.tsx';
import { readFirstStepsView } from './panel-cookies.ts';
import { FirstSteps } from './first-steps.tsx';

const NOTHING = {
  goods: false,
  name: false,
  look: false,
  gateway: false,
  mail: false,
  seller: false,
  texts: false,
  secondFactor: false,
  order: false,
};
const ALL = {
  goods: true,
  name: true,
  look: true,
  gateway: true,
  mail: true,
  seller: true,
  texts: true,
  secondFactor: true,
  order: true,
};
const read = (done: typeof NOTHING) =>
  readScreen(<FirstSteps done={done} isOpen={false} />, { session: CLERK, path: '/admin' });

test('each step says how it stands, and what is left has a way there', () => {
  expect(read(NOTHING)).toMatch(
    /Faltam 9 passos.*O que você vende : falta fazer.*Escolher os produtos.*Provedor de PIX : falta fazer.*Testar e-mail.*Ir à loja/s,
  );
  const some = read({ ...NOTHING, gateway: true, order: true });
  expect(some).toContain('Faltam 7 passos');
  expect(some).toContain('Primeiro pedido de teste : feito');
  expect(some).not.toContain('Ir à loja');
  const last = read({ ...ALL, texts: false });
  expect(last).toMatch(/Falta um passo.*Privacidade e termos : falta fazer.*entre colchetes/s);
});

test('once all is done the list is gone', () => {
  expect(read(ALL)).toBe('');
});

test('it is one line that opens, and comes back as it was left', () => {
  const drawn = (isOpen: boolean) =>
    renderScreen(<FirstSteps done={NOTHING} isOpen={isOpen} />, { session: CLERK, path: '/admin' });
  expect(drawn(false)).toMatch(
    /<details(?![^>]* open)[^>]*><summary.*Primeiros passos.*<\/summary>.*Ir à loja/s,
  );
  // Its button needs scripts, which are not there yet.
  expect(drawn(true)).not.toContain('Esconder');
  expect(drawn(true)).toMatch(/<details[^>]* open=""/);
  const view = (cookie?: string) =>
    readFirstStepsView(new Request('http://localhost:3000/admin', cookie ? { headers: { cookie } } : {}));
  expect(view('a=b; primeiros-passos=escondidos')).toBe('hidden');
  expect(view('primeiros-passos=abertos; a=b')).toBe('open');
  expect(view('primeiros-passos=escondidos-nao')).toBe('folded');
  expect(view()).toBe('folded');
});
