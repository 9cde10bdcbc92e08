import { expect, test } from 'vitest';
import { ordersPath, readOrderFilters, toOrderSearch } from './order-filters.ts';

test.each(['/admin', '/admin?status=pending', '/admin?status=attention&q=ana', '/admin?q=%23ab12'])(
  '%s says everything about what it shows',
  (path) => {
    const filters = readOrderFilters(new URL(path, 'http://x').searchParams);
    expect(ordersPath(filters)).toBe(path);
  },
);

test('an unknown status shows all, and attention is no status', () => {
  expect(readOrderFilters(new URLSearchParams('status=__proto__')).view).toBe('all');
  expect(toOrderSearch({ view: 'attention', q: '' })).toEqual({
    q: '',
    attention: true,
    late: false,
    status: undefined,
  });
  expect(toOrderSearch({ view: 'late', q: '' })).toMatchObject({ late: true, status: undefined });
  expect(toOrderSearch({ view: 'pending', q: '' })).toMatchObject({ status: 'pending', sort: 'due' });
  expect(toOrderSearch({ view: 'completed', q: 'a' })).toEqual({
    q: 'a',
    attention: false,
    late: false,
    status: 'completed',
  });
});
