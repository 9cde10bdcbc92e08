import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Seu banco devolveu um pagamento';

/** The buyer's bank took the money back, by a dispute or a MED return. */
export function chargedBackMail({
  brand,
  order,
  amountCents,
}: Omit<OrderMail, 'items'> & { amountCents: number }): MailContent {
  const number = orderNumber(order);
  const amount = formatReais(amountCents);
  const text = `${greet(order.customer_name)} O banco devolveu ${amount} do ${number.replace('Pedido', 'pedido')} a quem pagou, a pedido de lá. Quando todo o valor volta, as skins do pedido saem da sua coleção.`;
  const ask = 'Não foi você que pediu? Fale com a gente: resolvemos juntos.';
  const support = `${brand.url}/dashboard/suporte`;
  return renderMail(
    `${TITLE}: ${number} na ${brand.name}`,
    <MailLayout brand={brand} title={TITLE} preview={`${number}: ${amount}`}>
      <MailText>{text}</MailText>
      <MailText>{ask}</MailText>
      <MailButton href={support}>Falar com o suporte</MailButton>
    </MailLayout>,
    [TITLE, '', text, '', ask, '', `Suporte: ${support}`],
  );
}
