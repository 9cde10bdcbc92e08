import type { BoughtItem } from '#shop/orders/read-order.ts';
import { publicFirstName } from '#shop/text/public-first-name.ts';
import type { MailBrand } from './mail-layout.tsx';
import { nameSkin } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.tsx';
import { greet } from './strip-links.ts';

/** Nobody claimed a gift within its ninety days: its buyer has it now, and both are told. */
export function giftKeptMail(mail: {
  brand: MailBrand;
  to: 'buyer' | 'receiver';
  buyerName: string;
  skin: Pick<BoughtItem, 'skinName' | 'championName'>;
  /** The buyer owned the skin, so its money goes back. */
  isRefunded: boolean;
}): MailContent {
  const { brand, skin } = mail;
  const name = nameSkin(skin);
  const { title, news, page, action } =
    mail.to === 'buyer' ? tellBuyer(mail, name) : tellReceiver(mail, name);
  return renderMail(brand, {
    subject: `${title}: ${skin.skinName}`,
    title,
    preview: name,
    parts: [news, { button: action, href: page }],
  });
}

function tellBuyer({ brand, buyerName, isRefunded }: Parameters<typeof giftKeptMail>[0], name: string) {
  const end = isRefunded
    ? 'Como ela já é sua, o valor pago volta para você.'
    : 'Ela agora está na sua coleção.';
  return {
    title: isRefunded ? 'Seu presente não foi aberto' : 'Seu presente voltou para você',
    news: `${greet(buyerName)} Ninguém abriu em 90 dias o presente que você comprou, a skin ${name}. ${end}`,
    page: `${brand.url}/dashboard/${isRefunded ? 'pedidos' : 'colecao'}`,
    action: isRefunded ? 'Ver meus pedidos' : 'Ver minha coleção',
  };
}

function tellReceiver({ brand, buyerName }: Parameters<typeof giftKeptMail>[0], name: string) {
  const buyer = publicFirstName(buyerName, brand.name);
  const whose = buyer === null ? 'O presente que esperava por você' : `O presente de ${buyer}`;
  return {
    title: 'O prazo do seu presente acabou',
    news: `${whose}, a skin ${name}, não foi aberto em 90 dias e voltou para quem comprou. O link do presente não funciona mais.`,
    page: `${brand.url}/loja`,
    action: 'Ver a loja',
  };
}
