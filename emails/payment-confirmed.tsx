import type { BoughtItem } from '#shop/orders/read-order.ts';
import { releasesOf, sayAhead } from '#shop/promise/say-ahead.ts';
import { tellTime } from '#shop/promise/tell-time.ts';
import { MUTED, SmallText, TABLE } from './mail-layout.tsx';
import { mailReais, nameSkin, presentOrder, type OrderMail } from './order-mail.ts';
import { tellMoment, type MailContent } from './render-mail.tsx';

interface PaymentConfirmedMail extends OrderMail {
  /** Not its price, where staff accepted another sum for it. */
  receivedCents?: number;
  /** All of its money went back since, or is on its way. */
  isPromisedBack?: boolean;
}

/** The receipt: what was bought, for how much, and where to follow it. */
export function paymentConfirmedMail(mail: PaymentConfirmedMail): MailContent {
  const { greeting, number, bill, total, pages, write } = presentOrder(mail);
  const { totalCents, isManual } = mail.order;
  const { receivedCents = totalCents } = mail;
  const received = mailReais(receivedCents);
  const accepted =
    receivedCents < totalCents ? `, e a equipe o aceitou como pagamento deste pedido de ${total}` : '';
  return write({
    title: 'Pagamento confirmado!',
    preview: `${number}: recebemos ${received}.`,
    parts: [
      `${greeting} Recebemos o seu ${isManual ? 'pagamento' : 'PIX'} de ${received}${accepted}. ${whatComesNext(mail)}`,
      { html: <Bill {...mail} />, text: [number, ...bill].join('\n') },
      { button: 'Ver meus pedidos', href: pages.orders, text: `Acompanhe em ${pages.orders}` },
    ],
  });
}

function Bill(mail: OrderMail) {
  const { number, description, skins, discount, total } = presentOrder(mail);
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} className="text" style={TABLE}>
      <thead>
        <tr>
          <th align="left" className="muted line" style={{ ...cell, ...head }}>
            {number}
          </th>
          <th align="right" className="muted line" style={{ ...lastCell, ...head }}>
            Valor
          </th>
        </tr>
      </thead>
      <tbody>
        {skins.map((skin) => (
          <Row key={skin.id} name={skin.skinName} note={skin.championName} price={skin.price} />
        ))}
        {skins.length === 0 && <Row name={description} price={total} />}
        {discount && <Row name={discount.name} price={`−${discount.amount}`} />}
        <tr>
          <td style={{ padding: '10px 0', fontWeight: 700 }}>Total</td>
          <td align="right" style={{ padding: '10px 0', fontWeight: 700, whiteSpace: 'nowrap' }}>
            {total}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const cell = { padding: '10px 8px 10px 0', borderBottom: '1px solid #dfe1e8' };
const lastCell = { ...cell, padding: '10px 0' };
const head = { fontWeight: 400, color: MUTED };

function Row({ name, note, price }: { name: string; note?: string; price: string }) {
  return (
    <tr>
      <td className="line" style={cell}>
        {name}
        {note && <SmallText>{note}</SmallText>}
      </td>
      <td className="line" align="right" style={{ ...lastCell, whiteSpace: 'nowrap' }}>
        {price}
      </td>
    </tr>
  );
}

function whatComesNext({ order, isPromisedBack = false }: PaymentConfirmedMail): string {
  const back =
    order.status === 'cancelled' || isPromisedBack
      ? `O pedido foi ${order.status === 'cancelled' ? 'cancelado' : 'devolvido'}${isPromisedBack ? ' e o valor volta para você' : ''}.`
      : null;
  if (order.items.length === 0) return back ?? 'Nossa equipe cuida do seu pedido a partir daqui.';
  const because = (reason: BoughtItem['whyBack']) => order.items.filter(({ whyBack }) => whyBack === reason);
  const namesOf = (reason: BoughtItem['whyBack']) => because(reason).map(nameSkin).join(', ');
  const coming = because(null);
  const owned = because('already_owned');
  if (owned.length === order.items.length)
    return `Mas você já tinha ${owned.length === 1 ? 'esta skin' : 'estas skins'}: o valor volta para você.`;
  const noStock = coming.length > 0 ? `O estoque de ${namesOf('sold_out')}` : 'Mas o estoque';
  return [
    coming.length > 0 && (back ?? whatComes({ ...order, items: coming })),
    because('sold_out').length > 0 &&
      `${noStock} acabou um instante antes: o valor volta para você, e contamos como em outro e-mail.`,
    because('preorder_over').length > 0 &&
      `A pré-venda de ${namesOf('preorder_over')} terminou sem o arquivo: o valor volta para você.`,
    owned.length > 0 && `Você já tinha ${namesOf('already_owned')}: o valor volta para você.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Of the items that are still to come, or are there. */
function whatComes(order: OrderMail['order']): string {
  if (order.isGift)
    return 'O seu presente já está a caminho do e-mail que você indicou. Quem receber escolhe a conta e fica com a skin.';
  // Linked products deliver at payment, so this mail and the one with the links leave together.
  if (order.status === 'completed' && order.items.every((item) => item.isKey))
    return order.items.length === 1
      ? 'A sua chave já está na sua coleção, onde só você a lê.'
      : 'As suas chaves já estão na sua coleção, onde só você as lê.';
  if (order.status === 'completed')
    return 'Os links de download já estão na sua coleção e seguem em outro e-mail.';
  // A mail may be sent again later: it says what was promised with the payment.
  const releases = releasesOf(order.items);
  const told = tellTime({ ...order, releases, of: order.items.length }, order.paidAt ?? new Date(0));
  if (told?.kind === 'release') return sayAhead(told.untils, told.of);
  if (told?.kind === 'update')
    return 'Há arquivo em atualização para o patch novo do jogo: os links chegam assim que a nova versão estiver pronta, por e-mail e na sua coleção.';
  const later = releases.length > 0 ? ` ${sayAhead(releases)}` : '';
  const until = told?.kind === 'until' ? ` até ${tellMoment(told.until)},` : '';
  return `Os links de download chegam${until} por e-mail e na sua coleção.${later}`;
}
