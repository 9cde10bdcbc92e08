import { hasLink } from '#shop/text/has-link.ts';
import { isReservedSlug, posesAsShop } from '#shop/text/poses-as-shop.ts';

export const PUBLIC_COLLECTION_LIMITS = { name: 40, slug: 40 } as const;

export const NAME_LENGTH = 'O nome deve ter de 1 a 40 caracteres.';
export const SLUG_SHAPE = 'Use de 3 a 40 letras sem acento, números e hífens entre eles.';

export interface PublicCollectionForm {
  name: string;
  slug: string;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): boolean {
  return text.length >= 3 && text.length <= PUBLIC_COLLECTION_LIMITS.slug && SLUG.test(text);
}

/** A name on a page of the shop leads nowhere, hides nothing, and does not look like the shop itself. */
export function checkPublicCollection(
  form: PublicCollectionForm,
  brandName: string,
):
  | ({ ok: true } & PublicCollectionForm)
  | { ok: false; fields: Partial<Record<keyof PublicCollectionForm, string>> } {
  const name = form.name.trim().replace(/\s+/g, ' ');
  const slug = form.slug.trim().toLowerCase();
  const fields: Partial<Record<keyof PublicCollectionForm, string>> = {};
  if (name === '' || name.length > PUBLIC_COLLECTION_LIMITS.name || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
    fields.name = NAME_LENGTH;
  else if (hasLink(name)) fields.name = 'O nome não pode ter o endereço de um site.';
  else if (posesAsShop(name, brandName))
    fields.name = 'Este nome parece o da loja ou o da equipe. Escolha outro.';
  if (!isSlug(slug)) fields.slug = SLUG_SHAPE;
  else if (isReservedSlug(slug, brandName))
    fields.slug = 'Este endereço parece uma página da loja. Escolha outro.';
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, name, slug };
}

/** What the form proposes as an address: 'Ana Flávia' → 'ana-flavia'. */
export function proposeSlug(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, PUBLIC_COLLECTION_LIMITS.slug)
    .replaceAll(/^-|-$/g, '');
}
