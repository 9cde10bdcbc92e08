import { MailLink, MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';

/** Every skin of a completed order with its link, or the news that a free charge is settled. */
export function linksDeliveredMail(mail: OrderMail): MailContent {
  const { greeting, number, description, pages, write, ...order } = presentOrder(mail);
  const skins = order.skins.flatMap((skin) =>
    skin.downloadLink === null ? [] : [{ ...skin, link: skin.downloadLink }],
  );
  const title = titleOf(skins.length);
  const collection = `Sua coleção: ${pages.collection}`;
  return write({
    title,
    preview: skins.map((skin) => skin.skinName).join(', ') || number,
    parts: [
      `${greeting} ${newsOf(skins.length, description)}`,
      ...(skins.length > 0
        ? [
            skinLinks(skins),
            [
              { button: 'Como utilizar', href: pages.howTo },
              {
                html: (
                  <MailText>
                    Os links também ficam na sua <MailLink href={pages.collection}>coleção</MailLink>.
                  </MailText>
                ),
                text: collection,
              },
            ],
          ]
        : [{ button: 'Ver meus pedidos', href: pages.orders, text: collection }]),
    ],
  });
}

function titleOf(count: number): string {
  if (count === 0) return 'Seu pedido foi concluído!';
  return count === 1 ? 'Sua skin chegou!' : 'Suas skins chegaram!';
}

function newsOf(count: number, description: string): string {
  if (count === 0) return `Seu pedido "${description}" foi concluído.`;
  return count === 1
    ? 'O link de download da sua skin está pronto.'
    : 'Os links de download das suas skins estão prontos.';
}
