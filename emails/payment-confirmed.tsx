import { tellTime } from '#shop/promise/tell-time.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, tellMoment, type MailContent } from './render-mail.ts';

const TITLE = 'Pagamento confirmado!';

/** The receipt: what was bought, for how much, and where to follow it. */
export function paymentConfirmedMail(mail: OrderMail): MailContent {
  const { number, description, skins, discount, total, pages, subject } = presentOrder(mail);
  const lines = skins.map((skin) => `${skin.name}: ${skin.price}`);
  return renderMail(subject(TITLE), <PaymentConfirmed {...mail} />, [
    TITLE,
    '',
    newsOf(mail),
    '',
    number,
    ...(lines.length > 0 ? lines : [description]),
    ...(discount ? [`${discount.name}: -${discount.amount}`] : []),
    `Total: ${total}`,
    '',
    `Acompanhe em ${pages.orders}`,
  ]);
}

function PaymentConfirmed(mail: OrderMail) {
  const { number, description, skins, discount, total, pages } = presentOrder(mail);
  const rows = skins.map((skin) => ({ ...skin, name: skin.skinName, note: skin.championName }));
  const free = { id: mail.order.id, name: description, note: '', price: total };
  return (
    <MailLayout brand={mail.brand} title={TITLE} preview={`${number}: recebemos ${total}.`}>
      <MailText>{newsOf(mail)}</MailText>
      <table
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        className="text"
        style={{ margin: '0 0 16px', fontSize: 15, lineHeight: '21px', color: '#14161f' }}
      >
        <thead>
          <tr>
            <th align="left" className="muted line" style={{ ...cell, fontWeight: 400, color: '#5b6170' }}>
              {number}
            </th>
            <th
              align="right"
              className="muted line"
              style={{ ...lastCell, fontWeight: 400, color: '#5b6170' }}
            >
              Valor
            </th>
          </tr>
        </thead>
        <tbody>
          {(rows.length > 0 ? rows : [free]).map((row) => (
            <tr key={row.id}>
              <td className="line" style={cell}>
                {row.name}
                {row.note && (
                  <div className="muted" style={{ fontSize: 13, color: '#5b6170' }}>
                    {row.note}
                  </div>
                )}
              </td>
              <td className="line" align="right" style={{ ...lastCell, whiteSpace: 'nowrap' }}>
                {row.price}
              </td>
            </tr>
          ))}
          {discount && (
            <tr>
              <td className="line" style={cell}>
                {discount.name}
              </td>
              <td className="line" align="right" style={{ ...lastCell, whiteSpace: 'nowrap' }}>
                −{discount.amount}
              </td>
            </tr>
          )}
          <tr>
            <td style={{ padding: '10px 0', fontWeight: 700 }}>Total</td>
            <td align="right" style={{ padding: '10px 0', fontWeight: 700, whiteSpace: 'nowrap' }}>
              {total}
            </td>
          </tr>
        </tbody>
      </table>
      <MailButton href={pages.orders}>Ver meus pedidos</MailButton>
    </MailLayout>
  );
}

const cell = { padding: '10px 8px 10px 0', borderBottom: '1px solid #dfe1e8' };
const lastCell = { ...cell, padding: '10px 0' };

function newsOf(mail: OrderMail): string {
  const { greeting, total, skins } = presentOrder(mail);
  return `${greeting} Recebemos o seu PIX de ${total}. ${whatComesNext(mail.order, skins.length)}`;
}

function whatComesNext(order: OrderMail['order'], itemCount: number): string {
  if (itemCount === 0) return 'Nossa equipe cuida do seu pedido a partir daqui.';
  if (order.isGift)
    return 'O seu presente já está a caminho do e-mail que você indicou. Quem receber escolhe a conta e fica com a skin.';
  // Linked products deliver at payment, so this mail and the one with the links leave together.
  if (order.status === 'completed')
    return 'Os links de download já estão na sua coleção e seguem em outro e-mail.';
  // A mail may be sent again later: it says what was promised with the payment.
  const told = tellTime(order, order.paidAt ?? new Date(0));
  if (told?.kind === 'update')
    return 'Há arquivo em atualização para o patch novo do jogo: os links chegam assim que a nova versão estiver pronta, por e-mail e na sua coleção.';
  const until = told?.kind === 'until' ? ` até ${tellMoment(told.until)},` : '';
  return `Os links de download chegam${until} por e-mail e na sua coleção.`;
}
