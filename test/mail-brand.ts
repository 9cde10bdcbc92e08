import type { MailBrand } from '#emails/mail-layout.tsx';
import { OWN_LOOK, readLook } from '#shop/brand/read-look.ts';

/** A shop as its mails know it, that has said nothing in the panel yet. */
export const mailBrand: MailBrand = {
  name: 'Fulgor',
  url: 'https://loja.exemplo.com',
  supportEmail: 'suporte@exemplo.com',
  seller: null,
  theme: readLook(OWN_LOOK).theme,
  logoUrl: null,
};
