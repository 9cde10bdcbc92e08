import { expect, test } from 'vitest';
import { mayDo, type Right, type StaffRole } from './rights.ts';

/** docs/rulings.md, 'Four roles', in its own order. `owner` may do all of it. */
const RULING: Record<Exclude<StaffRole, 'owner'>, Right[]> = {
  delivery: ['orders.read', 'orders.deliver', 'files.manage', 'patch.manage'],
  support: ['orders.read', 'tickets', 'reviews', 'rescue', 'evidence'],
  finance: [
    'orders.read',
    'refunds',
    'orders.cancel_paid',
    'disputes',
    'evidence',
    'given_up',
    'numbers',
    'csv',
    'coupons',
    'orders.manual',
    'log',
  ],
};
const OWNER_ALONE: Right[] = ['disputes.release', 'products', 'catalog', 'settings', 'team'];
const ALL = [...new Set([...Object.values(RULING).flat(), ...OWNER_ALONE])];

test.each(Object.entries(RULING))('%s may do what the ruling says, and no more', (role, rights) => {
  expect(ALL.filter((right) => mayDo(role as StaffRole, right)).toSorted()).toEqual(rights.toSorted());
});

// shows: spec 3.4
test('an owner may do everything, and who is no staff nothing', () => {
  expect(ALL.filter((right) => !mayDo('owner', right))).toEqual([]);
  expect(ALL.filter((right) => mayDo(null, right))).toEqual([]);
});
