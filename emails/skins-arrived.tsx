import { addressOf } from '#shop/catalog/sku.ts';
import type { MailBrand } from './mail-layout.tsx';
import { renderMail, type MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';
import { greet } from './strip-links.ts';

/**
 * Of skins in a wish list: a file or a key has come. Many were on sale before, so the mail says what is true of all of them.
 */
export function skinsArrivedMail(mail: {
  brand: MailBrand;
  customerName: string;
  skins: { sku: string; skinName: string; championName: string }[];
}): MailContent {
  const { brand } = mail;
  const isOne = mail.skins.length === 1;
  const title = isOne
    ? 'Uma skin da sua lista está pronta para entrega'
    : 'Skins da sua lista estão prontas para entrega';
  const skins = mail.skins.map(({ sku, ...skin }) => ({
    ...skin,
    link: `${brand.url}/loja/skin/${addressOf(sku).join('/')}`,
  }));
  const list = `${brand.url}/dashboard/desejos`;
  return renderMail(brand, {
    subject: `${title} na ${brand.name}`,
    title,
    preview: skins.map(({ skinName }) => skinName).join(', '),
    parts: [
      `${greet(mail.customerName)} ${
        isOne
          ? 'Esta skin da sua lista de desejos já está pronta'
          : 'Estas skins da sua lista de desejos já estão prontas'
      } para entrega na loja.`,
      skinLinks(skins),
      { button: 'Ver lista de desejos', href: list, text: `Sua lista: ${list}` },
      'Avisamos uma única vez por skin. Se não quiser mais, não precisa fazer nada.',
    ],
  });
}
