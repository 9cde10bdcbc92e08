import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';
import { SkinLinks, type MailSkin } from './skin-links.tsx';

const TITLE = 'Link de download atualizado';

/** A link that did not work was mended by staff (ruling 11). */
export function linkReplacedMail(mail: Omit<OrderMail, 'items'> & { skin: MailSkin }): MailContent {
  const { brand, order, skin } = mail;
  const news = `${greet(order.customer_name)} Trocamos o link de download de ${skin.skin_name}. Use este daqui em diante:`;
  const collection = `${brand.url}/dashboard/colecao`;
  return renderMail(
    `${TITLE}: ${orderNumber(order)} na ${brand.name}`,
    <MailLayout brand={brand} title={TITLE} preview={skin.skin_name}>
      <MailText>{news}</MailText>
      <SkinLinks skins={[skin]} />
      <MailButton href={collection}>Ver minha coleção</MailButton>
    </MailLayout>,
    [
      TITLE,
      '',
      news,
      '',
      `${skin.skin_name} (${skin.champion_name})`,
      skin.download_link,
      '',
      `Sua coleção: ${collection}`,
    ],
  );
}
