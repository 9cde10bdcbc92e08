import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';
import { SkinLinks } from './skin-links.tsx';

/** Every skin of a completed order with its link, or the news that a free charge is settled. */
export function linksDeliveredMail(mail: OrderMail): MailContent {
  const { greeting, number, description, pages, subject, ...order } = presentOrder(mail);
  const skins = order.skins.flatMap((skin) => (skin.link === null ? [] : [{ ...skin, link: skin.link }]));
  const title = titleOf(skins.length);
  const news = `${greeting} ${newsOf(skins.length, description)}`;
  return renderMail(
    subject(title),
    <MailLayout
      brand={mail.brand}
      title={title}
      preview={skins.map((skin) => skin.skinName).join(', ') || number}
    >
      <MailText>{news}</MailText>
      {skins.length > 0 ? (
        <>
          <SkinLinks skins={skins} />
          <MailButton href={pages.howTo}>Como utilizar</MailButton>
          <MailText>
            Os links também ficam na sua{' '}
            <a className="link" href={pages.collection} style={{ color: '#1d57b8' }}>
              coleção
            </a>
            .
          </MailText>
        </>
      ) : (
        <MailButton href={pages.orders}>Ver meus pedidos</MailButton>
      )}
    </MailLayout>,
    [
      title,
      '',
      news,
      '',
      ...skins.flatMap((skin) => [skin.name, skin.link, '']),
      ...(skins.length > 0 ? [`Como utilizar: ${pages.howTo}`] : []),
      `Sua coleção: ${pages.collection}`,
    ],
  );
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
