import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet, withoutLinks } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Pagamento confirmado!';

/** The receipt: what was bought, for how much, and where to follow it. */
export function paymentConfirmedMail(mail: OrderMail): MailContent {
  const { brand, order, items } = mail;
  const lines = items.map(
    (item) => `${item.skin_name} (${item.champion_name}): ${formatReais(item.price_cents)}`,
  );
  return renderMail(`${TITLE} ${orderNumber(order)} na ${brand.name}`, <PaymentConfirmed {...mail} />, [
    TITLE,
    '',
    greeting(mail),
    '',
    orderNumber(order),
    ...(lines.length > 0 ? lines : [withoutLinks(order.description)]),
    `Total: ${formatReais(order.total_cents)}`,
    '',
    `Acompanhe em ${ordersUrl(mail)}`,
  ]);
}

function PaymentConfirmed(mail: OrderMail) {
  const { brand, order, items } = mail;
  const rows = items.map((item) => ({
    key: item.id,
    name: item.skin_name,
    note: item.champion_name,
    cents: item.price_cents,
  }));
  if (rows.length === 0) {
    rows.push({ key: order.id, name: withoutLinks(order.description), note: '', cents: order.total_cents });
  }
  return (
    <MailLayout
      brand={brand}
      title={TITLE}
      preview={`${orderNumber(order)}: recebemos ${formatReais(order.total_cents)}.`}
    >
      <MailText>{greeting(mail)}</MailText>
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
              {orderNumber(order)}
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
          {rows.map((row) => (
            <tr key={row.key}>
              <td className="line" style={cell}>
                {row.name}
                {row.note && (
                  <div className="muted" style={{ fontSize: 13, color: '#5b6170' }}>
                    {row.note}
                  </div>
                )}
              </td>
              <td className="line" align="right" style={{ ...lastCell, whiteSpace: 'nowrap' }}>
                {formatReais(row.cents)}
              </td>
            </tr>
          ))}
          <tr>
            <td style={{ padding: '10px 0', fontWeight: 700 }}>Total</td>
            <td align="right" style={{ padding: '10px 0', fontWeight: 700, whiteSpace: 'nowrap' }}>
              {formatReais(order.total_cents)}
            </td>
          </tr>
        </tbody>
      </table>
      <MailButton href={ordersUrl(mail)}>Ver meus pedidos</MailButton>
    </MailLayout>
  );
}

const cell = { padding: '10px 8px 10px 0', borderBottom: '1px solid #dfe1e8' };
const lastCell = { ...cell, padding: '10px 0' };

function greeting({ order, items }: OrderMail): string {
  return `${greet(order.customer_name)} Recebemos o seu PIX de ${formatReais(order.total_cents)}. ${whatComesNext(order.status, items.length)}`;
}

function whatComesNext(status: OrderMail['order']['status'], itemCount: number): string {
  if (itemCount === 0) return 'Nossa equipe cuida do seu pedido a partir daqui.';
  // Linked products deliver at payment, so this mail and the one with the links leave together.
  if (status === 'completed') return 'Os links de download já estão na sua coleção e seguem em outro e-mail.';
  return 'Os links de download chegam em até 15 minutos, por e-mail e na sua coleção.';
}

function ordersUrl({ brand }: OrderMail): string {
  return `${brand.url}/dashboard/pedidos`;
}
