import { Fragment } from 'react';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import type { BoughtItem } from '#shop/orders/read-order.ts';
import { publicFirstName } from '#shop/text/public-first-name.ts';
import { INK, Row, Table, type MailBrand } from './mail-layout.tsx';
import { nameSkin } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.tsx';
import { stripLinks } from './strip-links.ts';

const DAY = new Intl.DateTimeFormat('pt-BR', { timeZone: SHOP_ZONE, dateStyle: 'long' });

/** To whoever gets a gift: who gives it, what it is, what the giver says, and the one address that opens it. */
export function giftMail(mail: {
  brand: MailBrand;
  /** As typed at checkout; only a first name that looks like one is shown. */
  buyerName: string;
  message: string | null;
  skin: Pick<BoughtItem, 'skinName' | 'championName' | 'picture'>;
  url: string;
  expiresAt: Date;
}): MailContent {
  const { brand, skin, url } = mail;
  const buyer = publicFirstName(mail.buyerName, brand.name);
  const title = buyer === null ? 'Você ganhou uma skin!' : `${buyer} deu uma skin para você!`;
  const name = nameSkin(skin);
  const lines = mail.message?.split('\n').map(stripLinks) ?? [];
  return renderMail(brand, {
    subject: `${title} Abra o seu presente na ${brand.name}`,
    title,
    preview: `${name}: abra o seu presente.`,
    parts: [
      {
        // Many programs show no picture at first: its name is read as text. Some that name WebP show none of it.
        html: (
          <a href={url} className="text" style={{ color: INK, textDecoration: 'none' }}>
            <img
              src={`${brand.url}${skin.picture}?w=640&f=jpeg`}
              alt={name}
              width={512}
              style={{ display: 'block', width: '100%', maxWidth: 512, margin: '0 0 16px', borderRadius: 8 }}
            />
          </a>
        ),
        text: null,
      },
      lines.length > 0
        ? { html: <Quote lines={lines} color={brand.theme.accent} />, text: `"${lines.join('\n')}"` }
        : null,
      `É a skin ${name}, paga e pronta para ser sua na ${brand.name}. Abra o presente, entre com a sua conta ou crie uma em um minuto: é de graça.`,
      { button: 'Abrir meu presente', href: url, text: `Abrir meu presente:\n${url}` },
      `O presente espera por você até ${DAY.format(mail.expiresAt)}. Só quem tem este e-mail pode abrir: não repasse o link.`,
    ],
  });
}

function Quote({ lines, color }: { lines: string[]; color: string }) {
  const style = {
    padding: '4px 0 4px 14px',
    borderLeft: `3px solid ${color}`,
    fontSize: 17,
    lineHeight: '26px',
    color: INK,
  };
  return (
    <Table style={{ margin: '0 0 16px' }}>
      <Row className="text" style={style}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a text that never changes
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Row>
    </Table>
  );
}
