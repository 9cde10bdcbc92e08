import { addressOf } from '#shop/catalog/sku.ts';
import type { MailBrand } from './mail-layout.tsx';
import { renderMail, type MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';
import { greet } from './strip-links.ts';

/** Whoever asked for 'Avise-me': the files of these skins have come. */
export function skinsArrivedMail(mail: {
  brand: MailBrand;
  customerName: string;
  skins: { sku: string; skinName: string; championName: string }[];
}): MailContent {
  const { brand } = mail;
  const isOne = mail.skins.length === 1;
  const title = isOne ? 'A skin que você queria chegou' : 'Skins que você queria chegaram';
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
      `${greet(mail.customerName)} Você pediu para ser avisado: ${
        isOne ? 'o arquivo desta skin já está' : 'os arquivos destas skins já estão'
      } na loja.`,
      skinLinks(skins),
      { button: 'Ver lista de desejos', href: list, text: `Sua lista: ${list}` },
      'Avisamos uma única vez por skin. Se não quiser mais, não precisa fazer nada.',
    ],
  });
}
