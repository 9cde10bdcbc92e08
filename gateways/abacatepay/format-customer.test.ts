import { expect, test } from 'vitest';
import { formatCustomer } from './format-customer.ts';

const customer = { name: ' Ana Souza ', email: ' a@b.test ', taxId: '52998224725', cellphone: '11987654321' };

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['+55 (11) 98765-4321', '(11) 98765-4321'],
  ['551140028922', '(11) 4002-8922'],
  // 55 is also the area of Santa Maria.
  ['5540028922', '(55) 4002-8922'],
  ['55987654321', '(55) 98765-4321'],
])('the phone %s is written %s', (cellphone, expected) => {
  expect(formatCustomer({ ...customer, cellphone })).toEqual({
    name: 'Ana Souza',
    email: 'a@b.test',
    taxId: '529.982.247-25',
    cellphone: expected,
  });
});

test.each([
  ['529.982.247-25', '529.982.247-25'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['11.222.333/0001-81', '11.222.333/0001-81'],
])('the tax id %s is written %s', (taxId, expected) => {
  expect(formatCustomer({ ...customer, taxId })?.taxId).toBe(expected);
});

test.each(['name', 'email', 'taxId', 'cellphone'])('without %s there is no customer', (field) => {
  expect(formatCustomer({ ...customer, [field]: ' ' })).toBeNull();
});
