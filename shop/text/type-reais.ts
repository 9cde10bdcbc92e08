import { toReais } from './reais.ts';
/** A sum as it is typed, for a field that shows what is saved: `15,00`. Empty for none. */
export function typeReais(cents: number | null): string {
  return cents === null ? '' : toReais(cents).toFixed(2).replace('.', ',');
}
