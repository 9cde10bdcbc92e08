import { typeReais } from './type-reais.ts';
import { groupThousands } from './group-thousands.ts';

const NO_BREAK = '\u00A0';

/**
 * Formats integer centavos: `R$ 15,00`.
 * @param space the character before the digits: a no-break space on screens, an ordinary one in mails and API
 * answers.
 */
export function formatReais(cents: number, space: ' ' | typeof NO_BREAK = NO_BREAK): string {
  const amount = groupThousands(typeReais(cents));
  return amount.replace(/^-?/, `$&R$$${space}`);
}
