import type { GivenUpEntry } from '#shop/given-up/list-given-up.ts';
import type { JobName } from '#shop/jobs.ts';
import type { AttentionWords } from './attention-words.ts';

const MAILS: Record<string, string> = {
  'mail-payment-confirmed': 'a confirmação do pagamento',
  'mail-links-delivered': 'os links da entrega',
  'mail-link-replaced': 'o link substituído',
  'mail-skins-arrived': 'o aviso de que uma skin desejada chegou',
  'mail-skins-updated': 'o aviso de que skins foram atualizadas ou consertadas',
  'mail-review-request': 'o pedido de avaliação das skins baixadas',
  'mail-refund': 'o aviso do reembolso',
  'mail-charged-back': 'o aviso da contestação',
  'mail-order-cancelled': 'o aviso do cancelamento',
  'mail-payment-reminder': 'o lembrete de um pedido sem pagamento',
  'mail-gift': 'o presente para quem o recebe',
  'mail-gift-kept': 'o aviso de que ninguém abriu um presente',
  'mail-withdrawal-declined': 'a resposta ao pedido de devolução',
  'mail-rescue': 'o aviso de uma troca de e-mail',
  'mail-message': 'para a equipe uma mensagem recebida pelo site',
  'mail-ticket': 'o aviso de uma mensagem nova em um atendimento',
} satisfies Record<Exclude<JobName, 'mail-account' | 'send-push' | 'send-refund'>, string>;

/** Sentences about given-up webhooks and mails, and what to do about them. */
export function givenUpWords({ kind, what, provider, orderId, canRetry }: GivenUpEntry): AttentionWords {
  if (kind === 'webhook') {
    const sender = `O provedor ${provider}`;
    return orderId
      ? {
          title: 'Aviso de pagamento não conferido',
          happened: `${sender} avisou de um pagamento deste pedido, e durante 7 dias a loja não conseguiu conferir a cobrança com ele.`,
          todo: 'Veja no painel do provedor se o pagamento chegou e tente de novo.',
        }
      : {
          title: 'Aviso de pagamento desconhecido',
          happened: `${sender} avisou de um pagamento que não é de nenhuma cobrança desta loja.`,
          todo: 'Veja no painel do provedor de onde ele veio. Se for de outro sistema, dispense.',
        };
  }
  if (!canRetry) {
    return {
      title: 'E-mail não enviado',
      happened:
        'A loja não conseguiu enviar um e-mail de conta (confirmação de endereço ou nova senha) enquanto o link dele valia.',
      todo: 'Confira o servidor de e-mail. A pessoa pode pedir outro link pelo site; este aviso pode ser dispensado.',
    };
  }
  return {
    title: 'E-mail não enviado',
    happened: `Durante 3 dias a loja tentou enviar ${MAILS[what] ?? 'um e-mail'}, e o servidor de e-mail não aceitou.`,
    todo: 'Confira o servidor de e-mail e o endereço de quem recebe, e tente de novo. Se já avisou de outra forma, dispense.',
  };
}
