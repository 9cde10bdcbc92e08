import { isEmailAddress } from '#shop/text/is-email-address.ts';
import { hasLink } from '#shop/text/has-link.ts';
import { tidyParagraphs } from '#shop/text/tidy-text.ts';

export const MAX_GIFT_MESSAGE = 200;

/** For whom a purchase is. */
export interface Gift {
  email: string;
  message: string | null;
}

export type GiftCheck =
  | { ok: true; gift: Gift }
  | { ok: false; fields: Partial<Record<'giftEmail' | 'giftMessage', string>> };

/** In characters as a person counts them on the screen: an emoji is one or few, never half. */
export const countGiftMessage = (message: string): number => [...message].length;

/** Runs in the browser and on the server. The one mail of a gift goes to a stranger, so it carries no typed link. */
export function checkGift(form: { email: string; message?: string | null | undefined }): GiftCheck {
  const email = form.email.trim().toLowerCase();
  // With its line breaks; one empty line is as good as many.
  const message = tidyParagraphs(form.message ?? '').replace(/\s*\n\s*\n\s*/g, '\n\n');
  const fields: Extract<GiftCheck, { ok: false }>['fields'] = {};
  if (!isEmailAddress(email)) fields.giftEmail = 'Informe o e-mail de quem recebe o presente';
  if (countGiftMessage(message) > MAX_GIFT_MESSAGE)
    fields.giftMessage = `A mensagem tem no máximo ${MAX_GIFT_MESSAGE} caracteres`;
  else if (hasLink(message)) fields.giftMessage = 'A mensagem não pode ter links nem e-mails';
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return { ok: true, gift: { email, message: message === '' ? null : message } };
}
