import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { presentOrder, presentSkin, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';
import { SkinLinks } from './skin-links.tsx';

const TITLE = 'Link de download atualizado';

type Item = OrderMail['order']['items'][number] & { downloadLink: string };

/** A link that did not work was mended by staff. */
export function linkReplacedMail(mail: OrderMail & { skin: Item }): MailContent {
  const { greeting, pages, subject } = presentOrder(mail);
  const skin = { ...presentSkin(mail.skin), link: mail.skin.downloadLink };
  const news = `${greeting} Trocamos o link de download de ${skin.skinName}. Use este daqui em diante:`;
  return renderMail(
    subject(`${TITLE}:`),
    <MailLayout brand={mail.brand} title={TITLE} preview={skin.skinName}>
      <MailText>{news}</MailText>
      <SkinLinks skins={[skin]} />
      <MailButton href={pages.collection}>Ver minha coleção</MailButton>
    </MailLayout>,
    [TITLE, '', news, '', skin.name, skin.link, '', `Sua coleção: ${pages.collection}`],
  );
}
