import type { ReviewRequest } from '#shop/reviews/read-review-request.ts';
import { MailLayout, MailText, type MailBrand } from './mail-layout.tsx';
import { renderMail, type MailContent } from './render-mail.ts';
import { SkinLinks } from './skin-links.tsx';
import { greet } from './strip-links.ts';

/** Some days after a download, once for each skin. */
export function reviewRequestMail(mail: {
  brand: MailBrand;
  customerName: string;
  skins: ReviewRequest['skins'];
}): MailContent {
  const { brand } = mail;
  const isOne = mail.skins.length === 1;
  const title = isOne ? 'O que você achou da sua skin?' : 'O que você achou das suas skins?';
  const skins = mail.skins.map(({ championId, skinNum, skinName, championName }) => ({
    id: `${championId}_${skinNum}`,
    skinName,
    championName,
    link: `${brand.url}/loja/skin/${championId}/${skinNum}#avaliacoes`,
  }));
  const question = `${greet(mail.customerName)} Faz alguns dias que você baixou ${
    isOne ? 'esta skin' : 'estas skins'
  }. Quantas estrelas ${isOne ? 'ela merece' : 'cada uma merece'}? Sua avaliação ajuda quem está escolhendo:`;
  const once =
    'Pedimos isto uma única vez por skin: se preferir não avaliar, não precisa fazer nada. Só o seu primeiro nome aparece na loja.';
  const trouble = 'Alguma coisa não funcionou? Antes de avaliar, fale com a gente:';
  const support = `${brand.url}/dashboard/suporte`;
  return renderMail(
    `${title} ${brand.name}`,
    <MailLayout brand={brand} title={title} preview={skins.map(({ skinName }) => skinName).join(', ')}>
      <MailText>{question}</MailText>
      <SkinLinks skins={skins} />
      <MailText>
        {trouble}{' '}
        <a className="link" href={support} style={{ color: '#1d57b8' }}>
          suporte
        </a>
        .
      </MailText>
      <MailText>{once}</MailText>
    </MailLayout>,
    [
      title,
      '',
      question,
      '',
      ...skins.flatMap(({ skinName, championName, link }) => [`${skinName} (${championName})`, link, '']),
      `${trouble} ${support}`,
      '',
      once,
    ],
  );
}
