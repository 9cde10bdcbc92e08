import { expect, test } from 'vitest';
import { ordersPath, readOrderFilters, toOrderSearch } from './order-filters.ts';

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
