import { expect, test } from 'vitest';
import { ordersPath, readOrderFilters, toApiQuery, toOrderSearch } from './order-filters.ts';

test.each([
  '/admin',
  '/admin?status=pending',
  '/admin?status=attention&q=ana',
  '/admin?q=%23ab12',
  '/admin?status=late&from=2026-11-01&to=2026-11-22&skin=Ahri_3&cpf=52998224725',
])('%s says everything about what it shows', (path) => {
  const filters = readOrderFilters(new URL(path, 'http://x').searchParams);
  expect(ordersPath(filters)).toBe(path);
});

test('an unknown status shows all, and attention is no status', () => {
  expect(readOrderFilters(new URLSearchParams('status=__proto__')).view).toBe('all');
  const none = { q: '', from: '', to: '', skin: '', cpf: '' };
  expect(toOrderSearch({ ...none, view: 'attention' })).toEqual({ q: '', attention: true, late: false });
  expect(toOrderSearch({ ...none, view: 'late' })).toMatchObject({ late: true, status: undefined });
  expect(toOrderSearch({ ...none, view: 'pending' })).toMatchObject({ status: 'pending', sort: 'due' });
  expect(toOrderSearch({ ...none, view: 'completed', q: 'a' })).toEqual({
    q: 'a',
    attention: false,
    late: false,
    status: 'completed',
  });
});

test('a day that is in no calendar counts as not asked for', () => {
  for (const day of ['2026-02-30', '0000-01-01', '2026-1-1', 'hoje', "2026-01-01'"]) {
    expect(readOrderFilters(new URLSearchParams({ from: day, to: day })), day).toMatchObject({
      from: '',
      to: '',
    });
  }
});

test('a saved view in the words of the API shows the same selection', () => {
  for (const query of ['late=1&from=2026-11-01', 'attention=1', 'status=pending&q=ana&skin=Ahri_3', '']) {
    const filters = readOrderFilters(new URLSearchParams(query));
    const said = toApiQuery(filters, filters.skin || null);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(new URLSearchParams(query)));
  }
  expect(readOrderFilters(new URLSearchParams('late=1')).view).toBe('late');
  const typed = readOrderFilters(new URLSearchParams('skin=k/da ahri'));
  expect(toApiQuery(typed, 'Ahri_15').toString()).toBe('skin=Ahri_15');
});
