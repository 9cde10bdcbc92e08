import { expect, test } from 'vitest';
import { ACCESS } from '#test/e2e/authorization/access-table.ts';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { barScreens, panelGroups } from './panel-screens.ts';

const entries = () => panelGroups('owner').flatMap(({ screens }) => screens);

test('every screen of the panel has its entry, shown to whom the access table lets in', () => {
  const open = Object.entries(ACCESS)
    .filter(([path, { kind }]) => kind === 'screen' && /^\/admin(?:\/[a-z-]+)?$/.test(path))
    .map(([path, { methods }]) => `${path} ${methods.GET?.access}`);
  expect(
    entries()
      .map(({ to, right }) => `${to} ${right}`)
      .toSorted(),
    'an entry in PANEL_GROUPS',
  ).toEqual(open.toSorted());
});

test('the bar of a phone has four places, and the role decides who takes them', () => {
  const bar = (role: StaffRole) => barScreens(panelGroups(role)).map(({ label, short }) => short ?? label);
  expect(bar('owner')).toEqual(['Pedidos', 'Mesa', 'Atenção', 'Atendimento']);
  expect(bar('delivery')).toEqual(['Pedidos', 'Mesa', 'Atenção']);
  expect(bar('support')).toEqual(['Pedidos', 'Atenção', 'Atendimento']);
  expect(bar('finance')).toEqual(['Pedidos', 'Atenção']);
});
