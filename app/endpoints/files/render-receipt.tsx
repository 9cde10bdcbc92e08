import { renderToStaticMarkup } from 'react-dom/server';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { Receipt } from '#shop/orders/read-receipt.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { PRINT_STYLE } from '../http/print-style.ts';
import { PRINT_BUTTON, PRINT_SCRIPT } from './print-button.ts';

interface Printed {
  brandName: string;
  supportEmail: string;
  /** null: the owner has not said yet who sells. */
  seller: string | null;
  at: Date;
}

/** What the buyer paid, for whom and to whom: no fiscal document, and it says so. */
export function renderReceipt(receipt: Receipt, printed: Printed): string {
  return `<!doctype html>${renderToStaticMarkup(<ReceiptPage receipt={receipt} printed={printed} />)}`;
}

function ReceiptPage({ receipt, printed }: { receipt: Receipt; printed: Printed }) {
  const { buyer, items, payments } = receipt;
  const title = `Recibo do pedido #${receipt.orderId.slice(0, 8)}`;
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${printed.brandName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: PRINT_STYLE }} />
      </head>
      <body>
        <header>
          <h1>{title}</h1>
          <p>
            {printed.brandName} · feito em {formatDateTime(printed.at)} (horário de Brasília)
          </p>
          <p className="hint">
            <a href={`/dashboard/pedidos#pedido-${receipt.orderId}`}>Voltar aos pedidos</a>
            <button id={PRINT_BUTTON} type="button" hidden>
              Imprimir
            </button>
          </p>
          <p className="hint">Para guardar, imprima e escolha salvar como PDF.</p>
        </header>
        <main>
          <h2>Quem vendeu e quem comprou</h2>
          <dl>
            <Line name="Vendedor">{printed.seller ?? `${printed.brandName} · ${printed.supportEmail}`}</Line>
            <Line name="Comprador">{buyer.name}</Line>
            <Line name="E-mail">{buyer.email}</Line>
            {buyer.maskedTaxId && <Line name="CPF ou CNPJ">{buyer.maskedTaxId}</Line>}
            <Line name="Pedido">{receipt.orderId}</Line>
            <Line name="Feito em">{formatDateTime(receipt.createdAt)}</Line>
            <Line name="Pago em">{formatDateTime(receipt.paidAt)}</Line>
          </dl>
          <h2>O que foi comprado</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" className="sum">
                  Valor
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, skin, champion, priceCents }) => (
                <Sum key={id} name={`${skin} (${champion})`} cents={priceCents} />
              ))}
              {items.length === 0 && <Sum name={receipt.description} cents={receipt.totalCents} />}
              {receipt.discountCents > 0 && (
                <>
                  <Sum name="Subtotal" cents={receipt.totalCents + receipt.discountCents} />
                  <Sum
                    name={receipt.couponCode ? `Desconto (cupom ${receipt.couponCode})` : 'Desconto'}
                    cents={-receipt.discountCents}
                  />
                </>
              )}
              <Sum name="Total" cents={receipt.totalCents} />
              {receipt.receivedCents !== receipt.totalCents && (
                <Sum name="Valor recebido" cents={receipt.receivedCents} />
              )}
              {receipt.refundedCents > 0 && <Sum name="Devolvido" cents={-receipt.refundedCents} />}
            </tbody>
          </table>
          <h2>Como foi pago</h2>
          {payments.map(({ id, gateway, paidAt, cents, endToEndId }) => (
            <dl key={id}>
              <Line name="Forma">{gateway === 'manual' ? 'Fora da loja' : 'PIX'}</Line>
              <Line name="Valor">{formatReais(cents)}</Line>
              {paidAt && <Line name="Recebido em">{formatDateTime(paidAt)}</Line>}
              <Line name="Cobrança">{id}</Line>
              {endToEndId && <Line name="Identificador do Pix">{endToEndId}</Line>}
            </dl>
          ))}
        </main>
        <footer>Este recibo comprova o pagamento. Ele não é um documento fiscal.</footer>
        <script dangerouslySetInnerHTML={{ __html: PRINT_SCRIPT }} />
      </body>
    </html>
  );
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <tr>
      <td>{name}</td>
      <td className="sum">{formatReais(cents)}</td>
    </tr>
  );
}
