import { MailLink, MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';

/** Every skin of a completed order that has its link, or the news that a free charge is settled. */
export function linksDeliveredMail(mail: OrderMail): MailContent {
  const { greeting, number, description, pages, write, ...order } = presentOrder(mail);
  const skins = order.skins.flatMap((skin) =>
    skin.downloadLink === null ? [] : [{ ...skin, link: skin.downloadLink }],
  );
  const isOfKeys = skins.length > 0 && skins.every((skin) => skin.isKey);
  const title = titleOf(skins.length, isOfKeys);
  const collection = `Sua coleção: ${pages.collection}`;
  return write({
    title,
    preview: skins.map((skin) => skin.skinName).join(', ') || number,
    parts: [
      `${greeting} ${newsOf(skins.length, description, isOfKeys)}`,
      ...(skins.length > 0
        ? [
            skinLinks(skins),
            isOfKeys
              ? { button: 'Ver minha coleção', href: pages.collection, text: collection }
              : [
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
        : [{ button: 'Ver meus pedidos', href: pages.orders, text: `Seus pedidos: ${pages.orders}` }]),
    ],
  });
}

function titleOf(count: number, isOfKeys: boolean): string {
  if (count === 0) return 'Seu pedido foi concluído!';
  if (isOfKeys) return count === 1 ? 'Sua chave chegou!' : 'Suas chaves chegaram!';
  return count === 1 ? 'Sua skin chegou!' : 'Suas skins chegaram!';
}

function newsOf(count: number, description: string, isOfKeys: boolean): string {
  if (count === 0) return `Seu pedido "${description}" foi concluído.`;
  if (isOfKeys)
    return count === 1
      ? 'A sua chave está pronta. Por segurança ela não vem neste e-mail: só você a lê, com a sua conta.'
      : 'As suas chaves estão prontas. Por segurança elas não vêm neste e-mail: só você as lê, com a sua conta.';
  return count === 1
    ? 'O link de download da sua skin está pronto.'
    : 'Os links de download das suas skins estão prontos.';
}
