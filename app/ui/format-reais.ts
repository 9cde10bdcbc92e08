import { groupThousands } from './group-thousands.ts';

/** Integer centavos as people read them: `R$ 15,00`, with a space that no line breaks at. */
export function formatReais(cents: number): string {
  const amount = groupThousands((cents / 100).toFixed(2).replace('.', ','));
  return amount.replace(/^-?/, '$&R$\u00A0');
}
