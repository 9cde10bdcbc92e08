import { expect, test } from 'vitest';
import { CUSTOMER, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import About from './about.tsx';
import Careers from './careers.tsx';
import Contact from './contact.tsx';
import NotFound, { loader as notFoundLoader } from './not-found.tsx';

// shows: spec 2.1, spec 2.23, spec 2.24, spec 5.7
test('contact shows the address, the hours and a form with name, email and message, all required', () => {
  const screen = screenOf(Contact, { loaderData: { supportEmail: 'suporte@exemplo.com' } });
  const text = readScreen(screen);
  expect(text).toContain('Fale Conosco');
  expect(text).toContain('suporte@exemplo.com');
  expect(text).toContain('Horário de atendimento 24 horas por dia, 7 dias por semana');
  expect(text).toContain('Todos os campos são obrigatórios.');
  const html = renderScreen(screen);
  for (const name of ['name', 'email', 'message']) {
    expect(html).toMatch(
      new RegExp(`<(?:input|textarea)[^>]*(?:required=""[^>]*name="${name}"|name="${name}"[^>]*required="")`),
    );
  }
});

test('whoever is signed in reads where the answer of a sent message stands, unless it is wanted elsewhere', () => {
  const read = (isThread: boolean) => {
    const actionData = { sent: true, failure: undefined, isThread, typed: {} };
    const loaderData = { supportEmail: 'suporte@exemplo.com' };
    return readScreen(screenOf(Contact, { loaderData, actionData }), { session: CUSTOMER });
  };
  expect(read(true)).toMatch(/Entraremos em contato em breve\. A resposta aparece em Suporte \./);
  expect(read(false)).not.toContain('A resposta aparece');
});

// shows: spec 1.1, spec 2.1
test('about tells what the brand promises and that it is independent', () => {
  const text = readScreen(
    screenOf(About, { loaderData: { pictures: [], prices: { lowestCents: 1500, areAllTheSame: true } } }),
  );
  expect(text).toContain('Sobre nós');
  expect(text).toMatch(/R\$ 15,00 .*15 minutos .*Para sempre/);
  expect(text).toContain('Não temos vínculo com a editora do jogo');
});

// shows: spec 2.1
test('careers is a real, short page that leads to the team', () => {
  const html = renderScreen(screenOf(Careers));
  expect(html).toContain('Carreiras</h1>');
  expect(html).toMatch(/<a [^>]*href="\/contato"/);
});

// shows: spec 2.2, spec 8.22
test('an unknown address answers 404 with a link home', () => {
  const html = renderScreen(screenOf(NotFound));
  expect(html).toContain('Oops! Page not found</h1>');
  expect(html).toMatch(/<a [^>]*href="\/"/);
  expect(notFoundLoader()).toMatchObject({ init: { status: 404 } });
});
