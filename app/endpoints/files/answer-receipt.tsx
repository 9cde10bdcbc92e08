import type { Receipt } from '#shop/orders/read-receipt.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { Facts, nameDiscount, printPage, Section, Sums, type Printed } from '../http/printed-page.tsx';

/** The id of the button that prints. It comes hidden: without scripts it would be dead. */
const BUTTON = 'imprimir';
const SCRIPT = `const b=document.getElementById('${BUTTON}');b.hidden=false;b.onclick=()=>print()`;

/** What the buyer paid, for whom and to whom (null: the owner has not said yet). No fiscal document, and it says so. */
export function answerReceipt(
  { buyer, items, payments, orderId, totalCents, discountCents, receivedCents, ...receipt }: Receipt,
  { seller, supportEmail, ...printed }: Printed & { supportEmail: string; seller: string | null },
): Response {
  const when = (is: boolean, name: string, cents: number): [string, number][] => (is ? [[name, cents]] : []);
  return printPage({
    ...printed,
    title: `Recibo do pedido #${orderId.slice(0, 8)}`,
    hints: (
      <>
        <p className="hint">
          <a href={`/dashboard/pedidos#pedido-${orderId}`}>Voltar aos pedidos</a>
          <button id={BUTTON} type="button" hidden>
            Imprimir
          </button>
        </p>
        <p className="hint">Para guardar, imprima e escolha salvar como PDF.</p>
      </>
    ),
    footer: 'Este recibo comprova o pagamento. Ele não é um documento fiscal.',
    script: SCRIPT,
    children: (
      <>
        <Section title="Quem vendeu e quem comprou">
          <Facts
            facts={[
              ['Vendedor', seller ?? `${printed.brandName} · ${supportEmail}`],
              ['Comprador', buyer.name],
              ['E-mail', buyer.email],
              ['CPF ou CNPJ', buyer.maskedTaxId],
              ['Pedido', orderId],
              ['Feito em', receipt.createdAt],
              ['Pago em', receipt.paidAt],
            ]}
          />
        </Section>
        <Section title="O que foi comprado">
          <Sums
            as="Valor"
            sums={[
              ...items.map(({ skin, champion, priceCents }): [string, number] => [
                `${skin} (${champion})`,
                priceCents,
              ]),
              ...when(items.length === 0, receipt.description, totalCents),
              ...when(discountCents > 0, 'Subtotal', totalCents + discountCents),
              ...when(discountCents > 0, nameDiscount(receipt.couponCode), -discountCents),
              ['Total', totalCents],
              ...when(receivedCents !== totalCents, 'Valor recebido', receivedCents),
              ...when(receipt.refundedCents > 0, 'Devolvido', -receipt.refundedCents),
            ]}
          />
        </Section>
        <Section title="Como foi pago">
          {payments.map(({ id, gateway, paidAt, cents, endToEndId }) => (
            <Facts
              key={id}
              facts={[
                ['Forma', gateway === 'manual' ? 'Fora da loja' : 'PIX'],
                ['Valor', formatReais(cents)],
                ['Recebido em', paidAt],
                ['Cobrança', id],
                ['Identificador do Pix', endToEndId],
              ]}
            />
          ))}
        </Section>
      </>
    ),
  });
}
