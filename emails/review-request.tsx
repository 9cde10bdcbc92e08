import { addressOf } from '#shop/catalog/sku.ts';
import type { ReviewRequest } from '#shop/reviews/read-review-request.ts';
import { MailLink, MailText, type MailBrand } from './mail-layout.tsx';
import { renderMail, type MailContent } from './render-mail.tsx';
import { skinLinks } from './skin-links.tsx';
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
  const skins = mail.skins.map(({ sku, ...skin }) => ({
    ...skin,
    link: `${brand.url}/loja/skin/${addressOf(sku).join('/')}#avaliacoes`,
  }));
  const trouble = 'Alguma coisa não funcionou? Antes de avaliar, fale com a gente:';
  const support = `${brand.url}/dashboard/suporte`;
  return renderMail(brand, {
    subject: `${title} ${brand.name}`,
    title,
    preview: skins.map(({ skinName }) => skinName).join(', '),
    parts: [
      `${greet(mail.customerName)} Faz alguns dias que você recebeu ${
        isOne ? 'esta skin' : 'estas skins'
      }. Quantas estrelas ${isOne ? 'ela merece' : 'cada uma merece'}? Sua avaliação ajuda quem está escolhendo:`,
      skinLinks(skins),
      {
        html: (
          <MailText>
            {trouble} <MailLink href={support}>suporte</MailLink>.
          </MailText>
        ),
        text: `${trouble} ${support}`,
      },
      'Pedimos isto uma única vez por skin: se preferir não avaliar, não precisa fazer nada. Só o seu primeiro nome aparece na loja.',
    ],
  });
}
