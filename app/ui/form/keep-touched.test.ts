import { expect, test } from 'vitest';
import { keepTouched } from './keep-touched.ts';

/** A product as a browser would send it: a hidden id, a line, a text, a list and a box with its hidden 'false'. */
const send = (field: object = {}, typed: object = {}) => {
  const fields = [
    { name: 'productId', type: 'hidden', value: '1', defaultValue: '1' },
    { name: 'priceCents', type: 'number', value: '15.00', defaultValue: '15.00' },
    { name: 'description', type: 'textarea', value: 'A', defaultValue: 'A' },
    { name: 'kind', type: 'select-one', value: 'a', selectedOptions: [{ defaultSelected: true }] },
    { name: 'isActive', type: 'hidden', value: 'false', defaultValue: 'false' },
    {
      name: 'isActive',
      type: 'checkbox',
      value: 'on',
      defaultValue: 'on',
      checked: true,
      defaultChecked: true,
    },
  ].map((each) =>
    'name' in field && each.name === field.name && each.type !== 'hidden' ? { ...each, ...field } : each,
  );
  const form = new FormData();
  for (const each of fields)
    if (!('checked' in each) || each.checked) form.append(String(each.name), String(each.value));
  return [...keepTouched(form, fields, typed)].map(([name, value]) => `${name}=${value as string}`);
};

test('of a thing that is edited only what somebody touched is sent, and who it is', () => {
  expect(send()).toEqual(['productId=1']);
  expect(send({ name: 'priceCents', value: '20' })).toEqual(['productId=1', 'priceCents=20']);
  expect(send({ name: 'description', value: '' })).toEqual(['productId=1', 'description=']);
  expect(send({ name: 'kind', value: 'b', selectedOptions: [{ defaultSelected: false }] })).toContain(
    'kind=b',
  );
  expect(send({ name: 'isActive', checked: false })).toEqual(['productId=1', 'isActive=false']);
  expect(send({ name: 'isActive', defaultChecked: false })).toEqual([
    'productId=1',
    'isActive=false',
    'isActive=on',
  ]);
});

test('what was refused, or typed before, is sent though its field began with it', () => {
  expect(send({}, { description: 'A' })).toEqual(['productId=1', 'description=A']);
});
