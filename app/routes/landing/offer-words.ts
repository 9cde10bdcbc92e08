import type { Catalog } from '#shop/catalog/catalog.ts';
import { formatReais } from '#shop/text/format-reais.ts';

export type Prices = Catalog['prices'];

/** The offer in one line: one price for all skins, or where prices begin. */
export function offerWords({ lowestCents, areAllTheSame }: Prices): string {
  return areAllTheSame
    ? `Qualquer skin por ${formatReais(lowestCents)}`
    : `Skins a partir de ${formatReais(lowestCents)}`;
}
