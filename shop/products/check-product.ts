import { checkLink } from '#shop/text/check-link.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';

/** What staff fill in. */
export interface ProductForm {
  name: string;
  description: string | null;
  champion: string | null;
  /** NaN: the typed text is no amount in centavos. */
  priceCents: number;
  imageUrl: string | null;
  downloadUrl: string | null;
  stock: number;
  isActive: boolean;
  /** The linked skin (ruling 12); both null: linked to none. */
  championId: string | null;
  skinNum: number | null;
}

/** One sentence for each invalid field; the one about the linked skin is under `championId`. */
export type ProductFields = Partial<Record<keyof ProductForm, string>>;

export type ProductCheck = { ok: true; product: ProductForm } | { ok: false; fields: ProductFields };

export const PRODUCT_LIMITS = {
  name: 200,
  champion: 100,
  description: 5000,
  priceCents: 10_000_000,
  stock: 1_000_000_000,
} as const;

/** Runs in the browser before sending, and on the server. Empty optional fields become null (spec section 5). */
export function checkProduct(form: ProductForm): ProductCheck {
  const fields: ProductFields = {};
  const product: ProductForm = {
    ...form,
    name: tidyLine(form.name),
    description: emptyToNull(tidyParagraphs(form.description ?? '')),
    champion: emptyToNull(tidyLine(form.champion ?? '')),
  };

  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(product.name)) fields.name = 'Informe o nome do produto.';
  else if (product.name.length > PRODUCT_LIMITS.name)
    fields.name = `O nome deve ter no máximo ${PRODUCT_LIMITS.name} caracteres.`;
  if ((product.description ?? '').length > PRODUCT_LIMITS.description)
    fields.description = `A descrição deve ter no máximo ${PRODUCT_LIMITS.description} caracteres.`;
  if ((product.champion ?? '').length > PRODUCT_LIMITS.champion)
    fields.champion = `O campeão deve ter no máximo ${PRODUCT_LIMITS.champion} caracteres.`;

  if (!Number.isInteger(form.priceCents))
    fields.priceCents = 'Informe o preço em reais, com até 2 casas decimais.';
  else if (form.priceCents <= 0) fields.priceCents = 'O preço deve ser maior que zero.';
  else if (form.priceCents > PRODUCT_LIMITS.priceCents)
    fields.priceCents = 'O preço deve ser de até R$ 100.000,00.';
  if (!Number.isInteger(form.stock) || form.stock < 0 || form.stock > PRODUCT_LIMITS.stock)
    fields.stock = 'O estoque deve ser um número inteiro entre 0 e 1.000.000.000.';

  for (const field of ['imageUrl', 'downloadUrl'] as const) {
    const text = (form[field] ?? '').trim();
    const link = text === '' ? null : checkLink(text);
    if (link && !link.ok) fields[field] = link.message;
    product[field] = link?.ok ? link.link : null;
  }

  const { championId, skinNum } = form;
  if ((championId === null) !== (skinNum === null) || !isSkinNumber(skinNum))
    fields.championId = 'Escolha a skin na lista.';
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, product };
}

function isSkinNumber(num: number | null): boolean {
  return num === null || (Number.isInteger(num) && num > 0 && num < 1_000_000);
}

function emptyToNull(text: string): string | null {
  return text === '' ? null : text;
}
