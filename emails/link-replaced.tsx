import { presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';

type Item = OrderMail['order']['items'][number] & { downloadLink: string };

/** A link that did not work was mended by staff. */
export function linkReplacedMail(mail: OrderMail & { skin: Item }): MailContent {
  const { skin } = mail;
  const { greeting, pages, write } = presentOrder(mail);
  return write({
    title: 'Link de download atualizado',
    preview: skin.skinName,
    parts: [
      `${greeting} Trocamos o link de download de ${skin.skinName}. Use este daqui em diante:`,
      skinLinks([{ ...skin, link: skin.downloadLink }]),
      { button: 'Ver minha coleção', href: pages.collection, text: `Sua coleção: ${pages.collection}` },
    ],
  });
}
