import { expect, test } from 'vitest';
import { noCounts, type ShownImport } from '#shop/moving/shown-import.ts';
import { CLERK, readHtml, renderScreen } from '#test/visitor/render-screen.tsx';
import { ImportCard } from './import-card.tsx';

const show = (products: number, path: string) => {
  const shown: ShownImport = {
    id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
    kind: 'nuvemshop_orders',
    fileName: 'vendas.csv',
    state: 'checked',
    madeAt: new Date('2026-11-21T17:05:00.000Z'),
    header: [],
    columns: null,
    rows: products,
    understood: products,
    skipped: 0,
    unpaid: 0,
    foreign: 0,
    unclearRows: 0,
    unclear: [],
    unmatched: Array.from({ length: products }, (_, n) => ({ name: `P${n}`, count: 1, suggestions: [] })),
    wouldCreate: noCounts(),
    created: noCounts(),
    done: 0,
    of: products,
    failure: null,
  };
  const html = renderScreen(<ImportCard shown={shown} names={{}} />, { session: CLERK, path });
  return {
    fields: [...html.matchAll(/name="matches\.(P\d+)"/g)].map(([, name]) => name),
    more: /href="([^"]*paginas[^"]*)"/.exec(html)?.[1],
    isOpen: html.includes('<details open'),
    text: readHtml(html),
  };
};

test('all products that nobody knows are reached by addresses, in one form that saves them', () => {
  const first = show(60, '/admin/mudanca');
  expect([first.fields.length, first.isOpen]).toEqual([25, false]);
  expect(first.text).toContain(
    'São mostrados os 25 mais frequentes, de 60. Salve o que escolheu antes de carregar mais.',
  );
  expect(first.more).toBe('/admin/mudanca?paginas=2');
  const second = show(60, '/admin/mudanca?paginas=2');
  expect([second.fields.length, second.isOpen, second.more]).toEqual([50, true, '/admin/mudanca?paginas=3']);
  const last = show(60, '/admin/mudanca?paginas=3');
  expect([last.fields.length, new Set(last.fields).size, last.more]).toEqual([60, 60, undefined]);
  expect(last.text).not.toContain('São mostrados');
  // As many as a dry run names.
  expect(show(500, '/admin/mudanca?paginas=20').fields).toHaveLength(500);
});
