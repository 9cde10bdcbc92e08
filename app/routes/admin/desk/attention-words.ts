import { formatReais } from '#shop/text/format-reais.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { PAID_OUTSIDE } from '../money/refund-words.ts';

type Refund = Extract<AttentionEntry, { refundId: string }>;

export interface AttentionWords {
  title: string;
  happened: string;
  todo: string;
}

/** What happened and what to do, for a person who sees it for the first time. */
export function attentionWords(entry: AttentionEntry): AttentionWords {
  const amount = formatReais(entry.amountCents);
  switch (entry.kind) {
    case 'amount_mismatch':
      return held(entry);
    case 'amount_doubt':
      return {
        title: 'Aviso com outro valor',
        happened: `O pagamento de ${formatReais(entry.askedCents)} já estava confirmado quando chegou um aviso do provedor com ${amount}. A loja passou a contar ${formatReais(entry.receivedCents)}.`,
        todo: 'Confira no painel do provedor quanto chegou, acerte com o cliente se for o caso e marque como resolvido, com o que foi feito.',
      };
    case 'chargeback':
      return {
        title: 'Contestação',
        happened: `O banco tirou ${amount} deste pagamento de volta, sem passar pela loja (contestação ou devolução especial do Pix).`,
        todo: 'Confira no painel do provedor, responda por lá se for o caso e marque como resolvido, com o que foi feito.',
      };
    case 'dispute':
      return disputed(entry, amount);
    case 'withdrawal':
      return {
        title: 'Pedido de devolução',
        happened: `O cliente quer devolver este pedido, pago com ${amount}. ${entry.wish === null ? 'Não disse por quê.' : `Ele escreveu: “${entry.wish}”`}`,
        todo: 'Devolva o valor na página do pedido, ou recuse e explique por quê. Se devolver só uma parte, explique o resto. O cliente lê a resposta em Meus Pedidos.',
      };
    case 'refund_due':
      return { ...owed(entry, amount), todo: howToSend(entry) };
    case 'refund_failed':
      return {
        title: 'Devolução recusada',
        happened: `A devolução de ${amount} não foi feita. ${entry.failure ?? 'O provedor não disse por quê.'}`,
        todo: entry.canSend
          ? 'Tente de novo. Se continuar, devolva de outra forma e marque como devolvido.'
          : 'Devolva no painel do provedor, ou de outra forma, e marque como devolvido.',
      };
    case 'refund_slow':
      return {
        title: 'Devolução demorando',
        happened: `A devolução de ${amount} foi enviada e o provedor ainda não confirmou.`,
        todo: entry.canClose
          ? 'Já faz mais de um dia. Confira com o provedor e marque aqui o que ele disser.'
          : 'A loja continua perguntando. Se passar de um dia, fale com o provedor.',
      };
  }
}

function held({
  askedCents,
  receivedCents,
  canDeliver,
  isDoubted,
  isCouponOver,
  orderStatus,
}: AttentionEntry): AttentionWords {
  const received = formatReais(receivedCents);
  if (canDeliver && isDoubted) {
    return {
      title: 'Aviso com outro valor',
      happened: `O pagamento de ${formatReais(askedCents)} já estava confirmado quando chegou um aviso do provedor com ${received}. A entrega está parada até a equipe decidir.`,
      todo: 'Confira no painel do provedor quanto chegou. Depois aceite o valor e siga com a entrega, ou devolva o que chegou. Se já acertou com o cliente fora da loja, marque como resolvido.',
    };
  }
  if (canDeliver && isCouponOver) {
    return {
      title: 'Cupom já usado',
      happened: `O pedido foi cancelado e o cupom dele não pode ser usado mais uma vez, mas os ${received} com o desconto chegaram depois. O pagamento está retido e nada foi entregue.`,
      todo: 'Aceite o valor e siga com a entrega, ou devolva o que chegou. Se já acertou com o cliente fora da loja, marque como resolvido.',
    };
  }
  if (canDeliver) {
    return {
      title: receivedCents < askedCents ? 'Pago a menos' : 'Valor diferente',
      happened: `O pedido custa ${formatReais(askedCents)} e chegaram ${received}. O pagamento está retido e nada foi entregue.`,
      todo: 'Aceite o valor e siga com a entrega, ou devolva o que chegou. Se já acertou com o cliente fora da loja, marque como resolvido.',
    };
  }
  const todo = 'Devolva o que chegou. Se já acertou com o cliente fora da loja, marque como resolvido.';
  return orderStatus === 'pending' || orderStatus === 'completed'
    ? {
        title: 'Pago de novo, com outro valor',
        happened: `O pedido já estava pago, e chegaram mais ${received} por outro código dele. O valor está retido.`,
        todo,
      }
    : {
        title: 'Pago depois da exclusão',
        happened: `O pagamento de ${received} chegou depois que o cliente excluiu a conta, e com outro valor. Não há a quem entregar.`,
        todo,
      };
}

/** The deadline stands first: after it the provider decides without the shop. */
function disputed({ dispute }: Extract<AttentionEntry, { kind: 'dispute' }>, amount: string): AttentionWords {
  const until = dispute.answerBy
    ? `Responda até ${formatDateTime(dispute.answerBy)}.`
    : 'O provedor não informa um prazo: responda hoje.';
  return {
    title: 'Contestação aberta',
    happened: `O pagamento de ${amount} está sendo contestado${whyDisputed(dispute.reason)}. O dinheiro pode voltar a quem pagou, e a entrega automática para esta conta está pausada.`,
    todo: `${until} No painel do provedor, envie as provas deste pedido: a página para imprimir tem tudo o que a loja sabe.`,
  };
}

/** What a provider says where it says nothing, and a code that has words. */
const REASONS: Record<string, string> = { chargeback: '', general: 'motivo geral' };

function whyDisputed(reason: string): string {
  const isCode = /^\w*[A-Z\d_]\w*$/.test(reason);
  const told = REASONS[reason] ?? (isCode ? `código ${reason} do provedor` : reason);
  return told && ` (${told})`;
}

function owed(entry: Refund, amount: string): Omit<AttentionWords, 'todo'> {
  switch (entry.reason) {
    case 'paid_twice':
      return {
        title: 'Pago duas vezes',
        happened: `O cliente pagou o mesmo pedido mais de uma vez. Sobraram ${amount}.`,
      };
    case 'overpaid':
      return {
        title: 'Pago a mais',
        happened: `O cliente pagou ${amount} a mais. O pedido segue normalmente.`,
      };
    case 'already_owned':
      return {
        title: 'Skin repetida',
        happened: `O cliente já tinha uma das skins, paga em outro pedido. São ${amount} a devolver.`,
      };
    case 'sold_out':
      return {
        title: 'Sem estoque',
        happened: `Outra pessoa levou a última chave um instante antes deste pagamento. São ${amount} a devolver.`,
      };
    case 'preorder_over':
      return {
        title: 'Pré-venda sem arquivo',
        happened: `A data prometida passou sem o arquivo. São ${amount} a devolver.`,
      };
    case 'no_account':
      return {
        title: 'Pago depois da exclusão',
        happened: `O pagamento de ${amount} chegou depois que o cliente excluiu a conta. Não há a quem entregar.`,
      };
    case 'cancelled':
      return { title: 'A devolver', happened: `O pedido foi cancelado com ${amount} já pagos.` };
    case 'staff':
    case 'at_provider':
      return { title: 'A devolver', happened: `A equipe pediu a devolução de ${amount}.` };
  }
}

function howToSend(entry: Refund): string {
  if (entry.gateway === MANUAL_GATEWAY) return PAID_OUTSIDE;
  return entry.canSend
    ? 'Devolva com um clique: o valor volta para a conta que pagou.'
    : 'Devolva no painel do provedor de pagamento e marque aqui como devolvido.';
}
