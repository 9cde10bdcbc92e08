/** What stands in the inputs of a form, by their names. */
export type Typed = Partial<Record<string, string>>;

/** Begins the name of the hidden input beside each one, which says what was shown. */
export const WAS = 'was.';

/** Monday is the first day, as in the contract. */
export const DAYS = [
  [1, 'Seg'],
  [2, 'Ter'],
  [3, 'Qua'],
  [4, 'Qui'],
  [5, 'Sex'],
  [6, 'Sáb'],
  [7, 'Dom'],
] as const;

export const SELLER_PARTS = [
  ['name', 'Nome ou razão social'],
  ['document', 'CPF ou CNPJ'],
  ['address', 'Endereço'],
  ['email', 'E-mail'],
  ['phone', 'Telefone'],
] as const;
