import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, line, moment, sku, skinPair, sum, wholeNumber } from '#shop/fields.ts';
import { constraintsOf } from './constraints.ts';
import { BadSku, fromText, fromWire, spellAddress, toWire } from './codec.ts';
import { wireName } from '#shop/text/wire-name.ts';

const schema = z.object({
  code: line(30),
  minTotalCents: sum(1, 500_000, 'De R$ 0,01 a R$ 5.000,00.').nullish(),
  maxUses: wholeNumber(1, 9, 'De 1 a 9.').nullish(),
  validTo: moment('end').nullish(),
  active: z.boolean().optional(),
});
const typed = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return schema.safeParse(fromText(schema, form));
};

test('a form, the API and the shop say the same in their own words', () => {
  const ours = {
    code: 'ANA',
    minTotalCents: 3050,
    maxUses: 3,
    validTo: new Date('2026-12-25T03:00:00Z'),
    active: false,
  };
  const form = {
    code: ' ANA ',
    minTotalCents: 'R$ 30,5',
    maxUses: '3',
    validTo: '2026-12-24',
    active: 'false',
  };
  expect(typed(form)).toEqual({ success: true, data: ours });
  const wire = { code: 'ANA', min_total: 30.5, max_uses: 3, valid_to: '2026-12-24', active: false };
  expect(schema.parse(fromWire(schema, wire))).toEqual(ours);
  expect(toWire(ours)).toEqual({ ...wire, valid_to: '2026-12-25T03:00:00.000Z' });
  expect(toWire([{ at: new Date(0), items: [{ priceCents: 7 }], paidCents: null }])).toEqual([
    { at: '1970-01-01T00:00:00.000Z', items: [{ price: 0.07 }], paid: null },
  ]);
  expect(['minTotalCents', 'championId', 'code'].map(wireName)).toEqual(['min_total', 'champion_id', 'code']);
});

test('what cannot be read is refused at its field by its sentence, and an empty field is none', () => {
  const refused = typed({
    code: 'A'.repeat(31),
    minTotalCents: '1,005',
    maxUses: 'dez',
    validTo: '2026-02-30',
  });
  expect(refused.error && fieldsOf(refused.error)).toEqual({
    code: 'São até 30 caracteres.',
    minTotalCents: 'De R$ 0,01 a R$ 5.000,00.',
    maxUses: 'De 1 a 9.',
    validTo: 'Use uma data que exista.',
  });
  const empty = typed({ code: 'A', minTotalCents: '', maxUses: ' ', validTo: '' });
  expect(empty.data).toEqual({ code: 'A', minTotalCents: null, maxUses: null, validTo: null });
  expect(schema.safeParse(fromWire(schema, { code: 'A', min_total: 1.005 })).success).toBe(false);
  expect(schema.parse(fromWire(schema, { code: 'A', min_total: 45.300000000000004 }))).toMatchObject({
    minTotalCents: 4530,
  });
});

test('a name that no field has does not come in', () => {
  expect(
    fromWire(schema, { code: 'A', role: 'admin', minTotalCents: 1, __proto__: { active: true } }),
  ).toEqual({
    code: 'A',
  });
});

test('the key of a skin stands beside its address, and in its place', () => {
  const skin = z.object({ sku, note: z.string().optional() });
  const ours = { sku: 'lol:Ahri:3' };
  const theirs = { champion_id: 'Ahri', skin_num: 3 };
  expect(toWire([{ ...ours, skinName: 'Ahri' }])).toEqual([{ ...theirs, ...ours, skin_name: 'Ahri' }]);
  for (const none of [null, 'file:pacotes:a.1'])
    expect(toWire({ sku: none })).toEqual({ champion_id: null, skin_num: null, sku: none });
  expect(fromWire(skin, { sku: 'lol:Ahri:3', note: 'a' })).toEqual({ ...ours, note: 'a' });
  for (const said of [theirs, { ...theirs, ...ours }, { champion_id: null, skin_num: null, ...ours }])
    expect(fromWire(skin, said)).toEqual(ours);
  for (const wrong of [
    { ...ours, champion_id: 'Lux' },
    { ...ours, ...theirs, skin_num: 4 },
    { sku: 'lol:Ahri', champion_id: 'Ahri' },
  ])
    expect(() => fromWire(skin, wrong)).toThrow(BadSku);
  for (const wrong of [{ sku: 'lol:Ahri' }, { champion_id: 'Ahri' }, { ...theirs, champion_id: '../x' }])
    expect(skin.safeParse(fromWire(skin, wrong)).success).toBe(false);
  expect(fromWire(z.object({ sku: sku.nullish() }), { champion_id: null, skin_num: null })).toEqual({
    sku: null,
  });
  expect(spellAddress({ championId: 'Ahri', skinNum: '3' })).toEqual(ours);
  expect(spellAddress({ championId: 'file:pacotes', skinNum: 'a.1', code: 'X' })).toEqual({
    code: 'X',
    sku: 'file:pacotes:a.1',
  });
  const list = z.object({ items: z.array(skinPair) });
  const items = [['Ahri', 3], 'lol:Lux:7'];
  expect(list.parse(fromWire(list, { items }))).toEqual({
    items: ['lol:Ahri:3', 'lol:Lux:7'],
  });
  expect(list.safeParse({ items: ['Ahri_3'] }).success).toBe(false);
});

test('the browser knows its half', () => {
  expect(constraintsOf(schema)).toMatchObject({
    code: { required: true, maxLength: 30 },
    minTotalCents: { inputMode: 'decimal', maxLength: 12 },
    maxUses: { inputMode: 'numeric' },
    validTo: { type: 'date' },
  });
});

test('a form has a field for each part of a record, and one for many skins', () => {
  const schema = z.object({ links: z.record(z.string(), z.string()), skins: z.array(skinPair) });
  const form = new FormData();
  expect(fromText(schema, form)).toEqual({ links: {}, skins: [] });
  form.append('links.a', 'um');
  form.append('links.__proto__', 'dois');
  form.append('linksa', 'nada');
  form.append('skins', 'Ahri/3');
  form.append('skins', ' https://loja.exemplo.com/loja/skin/Lux/7\nLux, Sona/x ');
  const read = fromText(schema, form);
  expect(Object.entries(read.links as object)).toEqual([
    ['a', 'um'],
    ['__proto__', 'dois'],
  ]);
  expect(read.skins).toEqual(['lol:Ahri:3', 'lol:Lux:7', 'Lux', 'Sona/x']);
  const { error } = schema.safeParse(read);
  expect(error && fieldsOf(error)).toEqual({
    skins: 'Escreva cada skin como no endereço dela na loja: Ahri/3.',
  });
});

test('a box that is ticked speaks louder than the field that says it is not', () => {
  const box = z.object({ isOn: z.boolean() });
  const form = new FormData();
  form.append('isOn', 'false');
  expect(fromText(box, form)).toEqual({ isOn: false });
  form.append('isOn', 'on');
  expect(fromText(box, form)).toEqual({ isOn: true });
});

test('boxes of which none is ticked are an empty list where the form says that it has them', () => {
  const boxes = z.object({ events: z.array(z.string()).optional() });
  const form = new FormData();
  expect(fromText(boxes, form)).toEqual({});
  form.append('events', '');
  expect(fromText(boxes, form)).toEqual({ events: [] });
  form.append('events', 'order.paid');
  expect(fromText(boxes, form)).toEqual({ events: ['order.paid'] });
});
