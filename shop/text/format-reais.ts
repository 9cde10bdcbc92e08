import { groupThousands } from './group-thousands.ts';

const NO_BREAK = '\u00A0';

/**
 * Integer centavos as people read them: `R$ 15,00`.
 * @param space what stands before the digits: on screens one that no line breaks at, in mails and API answers a plain one.
 */
export function formatReais(cents: number, space: ' ' | typeof NO_BREAK = NO_BREAK): string {
  const amount = groupThousands((cents / 100).toFixed(2).replace('.', ','));
  return amount.replace(/^-?/, `$&R$$${space}`);
}
