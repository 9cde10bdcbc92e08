import { expect, test } from 'vitest';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { panelGroups } from '../panel/panel-screens.ts';
import { paletteSections } from './palette-results.ts';

const NOTHING = { orders: [], skins: [] };
const told = (query: string, role: StaffRole, found = NOTHING) =>
  paletteSections(query, panelGroups(role), found);
const labels = (query: string, role: StaffRole) =>
  told(query, role).flatMap(({ entries }) => entries.map(({ label }) => label));

test('screens are found by name or group in any spelling, and only those that the role opens', () => {
  expect(labels('CUPO', 'owner')).toEqual(['Cupons']);
  expect(labels('atencao', 'delivery')).toEqual(['Atenção']);
  expect(labels('equi', 'delivery')).toEqual([]);
  expect(labels('', 'owner').length).toBeGreaterThan(labels('', 'delivery').length);
});

test('chapters and single settings are found by whoever may change them, and lead to their place', () => {
  expect(told('prazo', 'owner')).toEqual([
    {
      name: 'Configurações',
      entries: [
        {
          to: '/admin/configuracoes?capitulo=entrega#promiseMinutes',
          label: 'Prazo de entrega (minutos)',
          about: 'Entrega',
        },
      ],
    },
  ]);
  expect(labels('textos', 'owner')).toEqual(['Textos']);
  expect(told('prazo', 'finance')).toEqual([]);
});

test('orders and skins lead to their pages, six of each at most', () => {
  const order = (n: number) => ({
    id: `0000000${n}-aaaa`,
    customer_name: 'Bruna',
    customer_email: 'bruna@exemplo.com',
    status: n === 1 ? 'pending' : 'na_alfandega',
    order_items: [{ skin_name: 'Iacema Guardiã' }, { skin_name: 'Outra' }].slice(0, n - 1),
  });
  const skin = { sku: 'lol:Ahri:4', championName: 'Iacema', name: 'Iacema Guardiã' };
  const [orders, skins, ...others] = told('zzz', 'delivery', {
    orders: [1, 2, 3, 4, 5, 6, 7].map(order),
    skins: [skin],
  } as never);
  expect(others).toEqual([]);
  expect(orders?.entries).toHaveLength(6);
  expect(orders?.entries.slice(0, 2)).toEqual([
    {
      to: '/admin/pedidos/00000001-aaaa',
      label: 'Pedido #00000001',
      about: 'Aguardando Envio · Cobrança avulsa · Bruna · bruna@exemplo.com',
    },
    {
      to: '/admin/pedidos/00000002-aaaa',
      label: 'Pedido #00000002',
      about: 'na_alfandega · Iacema Guardiã · Bruna · bruna@exemplo.com',
    },
  ]);
  expect(orders?.entries[2]?.about).toContain('Iacema Guardiã e mais 1');
  expect(skins).toEqual({
    name: 'Skins',
    entries: [{ to: '/loja/skin/Ahri/4', label: 'Iacema Guardiã', about: 'Iacema' }],
  });
});
