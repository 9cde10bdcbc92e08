import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { Evidence } from '#shop/orders/read-evidence.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { PRINT_STYLE } from '../../http/print-style.ts';

const STATES = { open: 'Aberta', won: 'Decidida a favor da loja', lost: 'Decidida contra a loja' } as const;
const RECORDS = {
  link_sent: 'Arquivo entregue',
  page_opened: 'Comprador abriu a página com o arquivo',
  downloaded: 'Comprador baixou o arquivo',
} as const;

interface Printed {
  brandName: string;
  at: Date;
}

/** One order as a page for whoever decides its dispute. Everything in it is data of the shop; it loads and runs nothing. */
export function renderEvidence(evidence: Evidence, printed: Printed): string {
  return `<!doctype html>${renderToStaticMarkup(<EvidencePage evidence={evidence} printed={printed} />)}`;
}

function EvidencePage({ evidence, printed }: { evidence: Evidence; printed: Printed }) {
  const { order, disputes } = evidence;
  const title = `Provas do pedido #${order.id.slice(0, 8)}`;
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
            {printed.brandName} · venda de skin digital, entregue por download · feito em{' '}
            {formatDateTime(printed.at)} (horário de Brasília)
          </p>
          <p className="hint">
            Para enviar ao provedor, use “Imprimir” do navegador e salve como PDF. Esta página tem dados
            pessoais do comprador: mande só a quem decide a contestação.
          </p>
        </header>
        <main>
          {disputes.length > 0 && <Disputes disputes={disputes} />}
          <Sale evidence={evidence} />
          <Payment evidence={evidence} />
          <Buyer buyer={evidence.buyer} />
          <Delivery evidence={evidence} />
          <Messages messages={evidence.messages} />
        </main>
        <footer>
          Pedido {order.id}. Os horários são os do servidor da loja. Endereços de internet são guardados só
          como rede, sem o final.
        </footer>
      </body>
    </html>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Pairs of a name and a value; a value that is missing is left out. */
function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

const moment = (at: Date | null) => (at === null ? null : formatDateTime(at));

function Disputes({ disputes }: Pick<Evidence, 'disputes'>) {
  return (
    <Section title="Contestação">
      {disputes.map((dispute) => (
        <Facts
          key={dispute.id}
          facts={[
            ['Situação', STATES[dispute.state]],
            ['Aberta em', formatDateTime(dispute.openedAt)],
            ['Responder até', moment(dispute.answerBy)],
            ['Decidida em', moment(dispute.decidedAt)],
            ['Motivo, segundo o provedor', dispute.reason],
          ]}
        />
      ))}
    </Section>
  );
}

function Sale({ evidence: { order, items } }: { evidence: Evidence }) {
  return (
    <Section title="Pedido">
      <Facts
        facts={[
          ['Número', order.id],
          ['Situação', ORDER_STATUS_LABELS[order.status]],
          ['Feito em', formatDateTime(order.createdAt)],
          ['Pago em', moment(order.paidAt)],
          ['Entregue em', moment(order.completedAt)],
        ]}
      />
      {items.length === 0 ? (
        <p>{order.description}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="sum">
                Preço
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  Skin “{item.skin}” ({item.champion})
                  {item.isKept ? '' : ', cujo valor voltou ou volta a quem pagou'}
                </td>
                <td className="sum">{formatReais(item.priceCents)}</td>
              </tr>
            ))}
            {order.discountCents > 0 && (
              <tr>
                <td>{order.couponCode ? `Desconto (cupom ${order.couponCode})` : 'Desconto'}</td>
                <td className="sum">{formatReais(-order.discountCents)}</td>
              </tr>
            )}
            <tr>
              <th scope="row">Total</th>
              <td className="sum">{formatReais(order.totalCents)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Payment({ evidence: { charges, refunds, buyer } }: { evidence: Evidence }) {
  return (
    <Section title="Pagamento">
      {charges.length === 0 && <p>Nada foi pago.</p>}
      {charges.map((charge) => (
        <Facts
          key={charge.id}
          facts={[
            ['Provedor', charge.provider],
            ['Cobrança no provedor', charge.gatewayChargeId],
            ['Cobrança na loja', charge.id],
            [
              'EndToEndId do Pix',
              charge.endToEndId ?? 'o provedor não informa pela API; veja no painel dele',
            ],
            ['Valor cobrado', formatReais(charge.amountCents)],
            ['Valor recebido', formatReais(charge.paidCents)],
            ['Recebido em', moment(charge.paidAt)],
            [
              'Tirado de volta pelo banco',
              charge.chargedBackCents > 0 ? formatReais(charge.chargedBackCents) : null,
            ],
            [
              'Cobrança emitida para',
              buyer ? [buyer.name, buyer.maskedTaxId].filter(Boolean).join(', ') : null,
            ],
            ['Quem pagou', 'o nome do pagador consta no comprovante do Pix, no painel do provedor'],
          ]}
        />
      ))}
      {refunds
        .filter(({ status }) => status === 'refunded')
        .map((refund) => (
          <p key={refund.id}>
            Devolvido ao pagador: {formatReais(refund.amountCents)}
            {refund.settledAt ? ` em ${formatDateTime(refund.settledAt)}` : ''}.
          </p>
        ))}
    </Section>
  );
}

function Buyer({ buyer }: Pick<Evidence, 'buyer'>) {
  return (
    <Section title="Comprador">
      {buyer ? (
        <Facts
          facts={[
            ['Nome', buyer.name],
            ['CPF/CNPJ', buyer.maskedTaxId],
            ['E-mail', buyer.email],
            ['Celular', buyer.phone],
            ['Conta criada em', moment(buyer.account?.createdAt ?? null)],
            ['E-mail confirmado', buyer.account ? (buyer.account.isEmailProved ? 'sim' : 'não') : null],
          ]}
        />
      ) : (
        <p>O comprador excluiu a conta, e a loja apagou os dados pessoais do pedido.</p>
      )}
    </Section>
  );
}

function Delivery({ evidence: { deliveries, items } }: { evidence: Evidence }) {
  if (deliveries.length === 0) {
    return (
      <Section title="Entrega e downloads">
        <p>Nenhum registro de entrega.</p>
      </Section>
    );
  }
  return (
    <Section title="Entrega e downloads">
      <table>
        <thead>
          <tr>
            <th scope="col">Quando</th>
            <th scope="col">O quê</th>
            <th scope="col">De onde</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((record) => (
            <tr key={record.id}>
              <td>{formatDateTime(record.at)}</td>
              <td>
                {RECORDS[record.kind]}
                {items.length > 1 && `: ${items.find(({ id }) => id === record.itemId)?.skin ?? ''}`}
              </td>
              <td>{record.network ? [record.device, record.network].filter(Boolean).join(', ') : 'loja'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Messages({ messages }: Pick<Evidence, 'messages'>) {
  return (
    <Section title="Mensagens do comprador e respostas da loja">
      {messages.length === 0 && <p>O comprador não escreveu à loja.</p>}
      {messages.map((message) => (
        <blockquote key={message.id}>
          <strong>
            {formatDateTime(message.at)}
            {message.from === 'staff' ? ', resposta da loja' : ''}
            {message.subject ? `: ${message.subject}` : ''}
          </strong>
          {'\n'}
          {message.text}
        </blockquote>
      ))}
    </Section>
  );
}
