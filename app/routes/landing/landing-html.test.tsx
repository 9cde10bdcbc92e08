import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ClosingCall } from './closing-call.tsx';
import { faqEntries } from './faq-entries.ts';
import { Faq } from './faq.tsx';
import { Guide } from './guide.tsx';
import { Statistics } from './statistics.tsx';
import { TESTIMONIALS } from './testimonial-entries.ts';
import { Testimonials } from './testimonials.tsx';

/** What search engines and browsers without scripts get. */
function html(screen: ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>);
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

describe('without scripts', () => {
  // shows: spec 1.7
  it('the statistics stand at their final values', () => {
    const statistics = html(<Statistics />);
    expect(statistics).toContain('<data value="20000" class="">20.000+</data>');
    expect(statistics).toContain('<data value="32000" class="">32.000+</data>');
    expect(statistics).toContain('<data value="5" class="">5</data>');
    expect(statistics).not.toContain('opacity-0');
  });

  // shows: spec 1.6
  it('fifteen testimonials have five stars each, stand once, and offer no button that would do nothing', () => {
    const testimonials = html(<Testimonials entries={TESTIMONIALS} paused={false} onPause={() => {}} />);
    expect(count(testimonials, /<blockquote/g)).toBe(15);
    expect(count(testimonials, /5 de 5 estrelas/g)).toBe(15);
    expect(count(testimonials, /<path d="M8 /g)).toBe(15 * 5);
    expect(testimonials).toMatch(/<button[^>]*class="[^"]*\binvisible\b/);
  });

  // shows: spec 1.1, spec 1.9, spec 1.10
  it('six questions open by themselves, and the support button leads to the contact page', () => {
    const faq = html(<Faq entries={faqEntries(15)} />);
    expect(count(faq, /<details[^>]*><summary/g)).toBe(6);
    expect(faq).toMatch(/<a [^>]*href="\/contato"[^>]*>Falar com o suporte/);
  });

  // shows: spec 1.8
  it('the guide has four steps in order', () => {
    const titles = [...html(<Guide />).matchAll(/<h3[^>]*>([^<]+)/g)].map(([, title]) => title);
    expect(titles).toEqual([
      'Crie sua conta',
      'Compre qualquer skin',
      'Baixe o aplicativo',
      'Selecione a skin no aplicativo',
    ]);
  });

  // shows: spec 1.11
  it('the closing call leads to the store', () => {
    const call = html(<ClosingCall skin={undefined} prices={{ lowestCents: 1500, areAllTheSame: true }} />);
    expect(call).toMatch(/<a [^>]*href="\/loja"[^>]*>Acessar Loja<\/a>/);
  });
});
