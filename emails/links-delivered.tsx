import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet, withoutLinks } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';
import { SkinLinks, type MailSkin } from './skin-links.tsx';

/** Every skin of a completed order with its link (ruling 9), or the news that a free charge is settled. */
export function linksDeliveredMail(mail: OrderMail): MailContent {
  const { brand, order } = mail;
  const skins = deliveredSkins(mail);
  const title = titleOf(skins);
  return renderMail(`${title} ${orderNumber(order)} na ${brand.name}`, <LinksDelivered {...mail} />, [
    title,
    '',
    greeting(mail, skins),
    '',
    ...skins.flatMap((skin) => [`${skin.skin_name} (${skin.champion_name})`, skin.download_link, '']),
    ...(skins.length > 0 ? [`Como utilizar: ${howToUrl(mail)}`] : []),
    `Sua coleção: ${brand.url}/dashboard/colecao`,
  ]);
}

function LinksDelivered(mail: OrderMail) {
  const skins = deliveredSkins(mail);
  return (
    <MailLayout
      brand={mail.brand}
      title={titleOf(skins)}
      preview={skins.map((skin) => skin.skin_name).join(', ') || orderNumber(mail.order)}
    >
      <MailText>{greeting(mail, skins)}</MailText>
      {skins.length > 0 ? (
        <>
          <SkinLinks skins={skins} />
          <MailButton href={howToUrl(mail)}>Como utilizar</MailButton>
          <MailText>
            Os links também ficam na sua{' '}
            <a className="link" href={`${mail.brand.url}/dashboard/colecao`} style={{ color: '#1d57b8' }}>
              coleção
            </a>
            .
          </MailText>
        </>
      ) : (
        <MailButton href={`${mail.brand.url}/dashboard/pedidos`}>Ver meus pedidos</MailButton>
      )}
    </MailLayout>
  );
}

function deliveredSkins({ items }: OrderMail): MailSkin[] {
  return items.flatMap((item) =>
    item.download_link === null ? [] : [{ ...item, download_link: item.download_link }],
  );
}

function titleOf(skins: MailSkin[]): string {
  if (skins.length === 0) return 'Seu pedido foi concluído!';
  return skins.length === 1 ? 'Sua skin chegou!' : 'Suas skins chegaram!';
}

function greeting({ order }: OrderMail, skins: MailSkin[]): string {
  const news =
    skins.length === 0
      ? `Seu pedido "${withoutLinks(order.description)}" foi concluído.`
      : skins.length === 1
        ? 'O link de download da sua skin está pronto.'
        : 'Os links de download das suas skins estão prontos.';
  return `${greet(order.customer_name)} ${news}`;
}

function howToUrl({ brand }: OrderMail): string {
  return `${brand.url}/dashboard/como-utilizar`;
}
