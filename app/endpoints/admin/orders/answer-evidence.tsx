import type { ShopContext } from '#shop/context.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { readEvidence, type Evidence } from '#shop/orders/read-evidence.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { Facts, nameDiscount, printPage, Section, Sums, type Printed } from '../../http/printed-page.tsx';

const STATES = { open: 'Aberta', won: 'Decidida a favor da loja', lost: 'Decidida contra a loja' } as const;
/** What became of the gift, without a word about whom it is for. */
const GIFTS: Record<NonNullable<Evidence['order']['gift']>, string> = {
  unpaid: 'ainda não foi pago',
  offered: 'ainda não foi aberto',
  claimed: 'foi aberto, e o que foi comprado é de quem o recebeu',
  kept: 'ninguém o abriu, e o que foi comprado ficou com o comprador',
  withdrawn: 'o valor voltou ou volta ao comprador, e ninguém mais pode abri-lo',
};

type Item = Evidence['items'][number];
const isKey = (item: Item | undefined) => item !== undefined && item.keyEnd !== null;

function nameRecord({ kind, isOfReceiver }: Evidence['deliveries'][number], ofKey: boolean): string {
  const who = isOfReceiver ? 'Quem recebeu o presente' : 'Comprador';
  const words: Record<typeof kind, string> = ofKey
    ? {
        link_sent: 'Chave entregue',
        page_opened: `${who} abriu a coleção com a chave`,
        downloaded: `Chave vista ${isOfReceiver ? 'por quem recebeu o presente' : 'pelo comprador'}`,
      }
    : {
        link_sent: 'Arquivo entregue',
        page_opened: `${who} abriu a página com o arquivo`,
        downloaded: `${who} baixou o arquivo`,
      };
  return words[kind];
}

function nameDelivery(items: Item[]): string {
  if (!items.some(isKey)) return 'por download';
  return items.every(isKey) ? 'como chave' : 'por download e como chave';
}

/** One order as a page for whoever decides its dispute. It runs nothing. */
export async function answerEvidence(
  shop: ShopContext,
  { actorUserId, orderId, requestId }: { actorUserId: string; orderId: string; requestId: string },
): Promise<Response> {
  const evidence = isUuid(orderId)
    ? await readEvidence(shop, { actorUserId, orderId: orderId.toLowerCase() })
    : null;
  if (!evidence) return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
  return printEvidence(evidence, { brandName: shop.settings.brandName, at: shop.now() });
}

function printEvidence(evidence: Evidence, printed: Printed): Response {
  const { order, items, disputes } = evidence;
  return printPage({
    ...printed,
    title: `Provas do pedido #${order.id.slice(0, 8)}`,
    about: `venda de skin digital, entregue ${nameDelivery(items)} · `,
    hints: (
      <p className="hint">
        Para enviar ao provedor, use “Imprimir” do navegador e salve como PDF. Esta página tem dados pessoais
        do comprador: mande só a quem decide a contestação.
      </p>
    ),
    footer: `Pedido ${order.id}. Horários de Brasília. Endereços de internet são guardados só como rede, sem o final.`,
    children: (
      <>
        {disputes.length > 0 && <Disputes disputes={disputes} />}
        <Sale evidence={evidence} />
        <Payment evidence={evidence} />
        <Buyer buyer={evidence.buyer} />
        <Delivery evidence={evidence} />
        <Messages messages={evidence.messages} />
      </>
    ),
  });
}

function Disputes({ disputes }: Pick<Evidence, 'disputes'>) {
  return (
    <Section title="Contestação">
      {disputes.map((dispute) => (
        <Facts
          key={dispute.id}
          facts={[
            ['Situação', STATES[dispute.state]],
            ['Aberta em', dispute.openedAt],
            ['Responder até', dispute.answerBy],
            ['Decidida em', dispute.decidedAt],
            ['Motivo, segundo o provedor', dispute.reason],
          ]}
        />
      ))}
    </Section>
  );
}

function Sale({ evidence: { order, items } }: { evidence: Evidence }) {
  const { couponCode, discountCents } = order;
  const discount: [string, number][] = discountCents > 0 ? [[nameDiscount(couponCode), -discountCents]] : [];
  return (
    <Section title="Pedido">
      <Facts
        facts={[
          ['Número', order.id],
          ['Situação', ORDER_STATUS_LABELS[order.status]],
          ['Feito em', order.createdAt],
          ['Pago em', order.paidAt],
          ['Entregue em', order.completedAt],
          ['Presente', order.gift && GIFTS[order.gift]],
        ]}
      />
      {items.length === 0 ? (
        <p>{order.description}</p>
      ) : (
        <Sums
          as="Preço"
          sums={[
            ...items.map((item): [string, number] => [
              `Skin “${item.skin}” (${item.champion})${item.keyEnd === null ? '' : `, chave terminada em ${item.keyEnd}`}${item.isKept ? '' : ', cujo valor voltou ou volta a quem pagou'}`,
              item.priceCents,
            ]),
            ...discount,
          ]}
        >
          <tr>
            <th scope="row">Total</th>
            <td className="sum">{formatReais(order.totalCents)}</td>
          </tr>
        </Sums>
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
            ['Recebido em', charge.paidAt],
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
            ['Conta criada em', buyer.account?.createdAt ?? null],
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
  return (
    <Section title="Entrega e acessos">
      {deliveries.length === 0 ? (
        <p>Nenhum registro de entrega.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Quando</th>
              <th scope="col">O quê</th>
              <th scope="col">De onde</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((record) => {
              const item = items.find(({ id }) => id === record.itemId);
              return (
                <tr key={record.id}>
                  <td>{formatDateTime(record.at)}</td>
                  <td>
                    {nameRecord(record, isKey(item))}
                    {items.length > 1 && `: ${item?.skin ?? ''}`}
                  </td>
                  <td>
                    {record.network ? [record.device, record.network].filter(Boolean).join(', ') : 'loja'}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
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
