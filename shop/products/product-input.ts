import { z } from 'zod';
import { line, link, paragraphs, wholeNumber } from '#shop/fields.ts';

const NO_PRICE = 'Informe o preço em reais, com até 2 casas decimais.';

const name = line(200, 'O nome deve ter no máximo 200 caracteres.').refine(
  (text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
  'Informe o nome do produto.',
);
const price = z
  .number({ error: NO_PRICE })
  .refine(Number.isInteger, NO_PRICE)
  .refine((cents) => cents > 0, 'O preço deve ser maior que zero.')
  .refine((cents) => cents <= 10_000_000, 'O preço deve ser de até R$ 100.000,00.')
  .meta({ type: 'integer', minimum: 1, maximum: 10_000_000 });

/** A product as staff write it. Of one that is changed, a field that is absent stays; an empty text is none. */
export const productFields = z.object({
  name: name.optional(),
  champion: line(100, 'O campeão deve ter no máximo 100 caracteres.').nullish(),
  priceCents: price.optional(),
  description: paragraphs(0, 5000, 'A descrição deve ter no máximo 5000 caracteres.').nullish(),
  imageUrl: link().nullish(),
  downloadUrl: link().nullish(),
  stock: wholeNumber(
    0,
    1_000_000_000,
    'O estoque deve ser um número inteiro entre 0 e 1.000.000.000.',
  ).optional(),
  isActive: z.boolean().optional(),
  /** The linked skin, by its key or as its address is written; null or empty: none. */
  sku: z.string().max(200).nullish(),
});

/** A missing name or price is refused like an empty one, by the sentence of its field. */
export const newProductFields = productFields.extend({
  name: name.prefault(''),
  priceCents: price.prefault(0.5),
});
