import { expect, test } from 'vitest';
import { checkCustomer, type CustomerForm } from './check-customer.ts';

const form: CustomerForm = {
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  cellphone: '(11) 98765-4321',
  taxId: '529.982.247-25',
};
/** What the shop keeps of a field typed so, or its message. */
function read(field: keyof CustomerForm, typed: string) {
  const checked = checkCustomer({ ...form, [field]: typed });
  return checked.ok ? checked.customer[field] : checked.fields;
}
const name = { name: 'Nome deve ter no mínimo 3 caracteres' };
const email = { email: 'Email inválido' };
const cellphone = { cellphone: 'Telefone inválido' };
const taxId = { taxId: 'CPF/CNPJ inválido' };

test('a customer is kept as plain digits and tidy text', () => {
  const typed = { ...form, name: '  Bruna \t  Teste ', email: ' Bruna@Exemplo.COM ' };
  expect(checkCustomer(typed)).toEqual({
    ok: true,
    customer: {
      name: 'Bruna Teste',
      email: 'bruna@exemplo.com',
      cellphone: '11987654321',
      taxId: '52998224725',
    },
  });
});

test('every wrong field has its own message', () => {
  const fields = { ...name, ...email, ...cellphone, ...taxId };
  expect(checkCustomer({ name: '', email: '', cellphone: '', taxId: '' })).toEqual({ ok: false, fields });
});

test('a name has 3 to 120 letters and nothing unseen', () => {
  for (const kept of ['Ana', 'a'.repeat(120)]) expect(read('name', kept)).toBe(kept);
  for (const wrong of ['Bo', ' Bo ', 'a'.repeat(121), 'Ana\u0000', 'Ana \ud83d']) {
    expect(read('name', wrong)).toEqual(name);
  }
});

test('an e-mail has one @, a domain with an end, and at most 254 letters', () => {
  const long = `${'a'.repeat(242)}@exemplo.com`;
  for (const kept of ['a@b.co', 'a.b+c@d.exemplo.com', long]) expect(read('email', kept)).toBe(kept);
  const wrong = ['a@b', 'a@b.c', '@b.com', 'a@b@c.com', 'a b@c.com', 'x a@b.com', 'a@b.com y', `a${long}`];
  for (const each of [...wrong, 'a@b.com.', '<a@b.com>', 'a@b.co,', 'a\u0000@b.com']) {
    expect(read('email', each)).toEqual(email);
  }
});

test('a phone is a Brazilian one, mobile or not, with or without the country', () => {
  for (const kept of ['11987654321', '+55 11 98765-4321'])
    expect(read('cellphone', kept)).toBe('11987654321');
  expect(read('cellphone', '(11) 3333-4444')).toBe('1133334444');
  expect(read('cellphone', '11987654321'.padEnd(30))).toBe('11987654321');
  for (const wrong of ['11987654321'.padEnd(31), '', '1187654321', '00987654321']) {
    expect(read('cellphone', wrong)).toEqual(cellphone);
  }
});

test('a tax id is a CPF or a CNPJ, also one with letters, whose digits are right', () => {
  expect(read('taxId', '11.222.333/0001-81')).toBe('11222333000181');
  expect(read('taxId', '12.abc.345/01de-35')).toBe('12ABC34501DE35');
  expect(read('taxId', '52998224725'.padEnd(30))).toBe('52998224725');
  const wrong = ['52998224724', '11222333000182', '5299822472', '529982247250', '', '12ABC34501DE36'];
  for (const each of [...wrong, '52998224725'.padEnd(31)]) expect(read('taxId', each)).toEqual(taxId);
});
