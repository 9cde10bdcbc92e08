import type { releaseAccount } from '#shop/disputes/release-account.ts';
import type { decideGivenUp } from '#shop/given-up/decide-given-up.ts';
import type { declineWithdrawal } from '#shop/orders/decline-withdrawal.ts';
import type { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import type { handleChargeback } from '#shop/payments/money/handle-trouble.ts';
import type { settleHeldPayment } from '#shop/payments/money/settle-held-payment.ts';
import type { closeRefund } from '#shop/refunds/close-refund.ts';
import type { refundOrder } from '#shop/refunds/refund-order.ts';
import type { sendDueRefund } from '#shop/refunds/send-due-refund.ts';
import type { Sentences } from './sentences.ts';

export const REFUND_ORDER_REFUSALS = {
  not_found: 'Pedido não encontrado.',
  refunded_outside: 'Este pedido veio de outra loja: a devolução é feita por lá.',
  not_confirmed: 'Confirme com os 8 primeiros caracteres do pedido.',
  nothing_left: 'Não há mais nada a devolver neste pedido.',
  unknown_item: 'Este item não é de um pedido pago com este número.',
  item_returned: 'O valor deste item já voltou ou está voltando.',
  too_much: ({ fields }) => fields?.amountCents ?? '',
} satisfies Sentences<typeof refundOrder>;

/** In the dialog, what is not right stands at its field, and nowhere else. */
export const REFUND_FORM_REFUSALS = {
  ...REFUND_ORDER_REFUSALS,
  invalid: '',
  not_confirmed: '',
  too_much: '',
  malformed: { at: 'amountCents', says: 'Deixe em branco para devolver só as skins marcadas.' },
} satisfies Sentences<typeof refundOrder>;

// What is not right with a note stands below it, and nothing else in its dialog.
export const REFUND_REFUSALS = {
  invalid: '',
  not_found: 'Reembolso não encontrado.',
  already_sent: 'Este reembolso já foi enviado.',
  not_open: 'Este reembolso já foi resolvido.',
  nothing_left: 'Não há mais nada a devolver neste pagamento.',
  send_at_provider:
    'Este pagamento só pode ser devolvido no painel do provedor. Devolva por lá e marque aqui.',
} satisfies Sentences<typeof closeRefund> & Sentences<typeof sendDueRefund>;

const DONE = 'Isto já foi resolvido.';

export const CHARGE_REFUSALS = {
  invalid: '',
  not_found: 'Pagamento não encontrado.',
  not_held: DONE,
  already_handled: DONE,
} satisfies Sentences<typeof acceptHeldPayment> &
  Sentences<typeof settleHeldPayment> &
  Sentences<typeof handleChargeback>;

export const DECLINE_WITHDRAWAL_REFUSALS = {
  invalid: '',
  not_found: 'Pedido não encontrado.',
  already_handled: DONE,
} satisfies Sentences<typeof declineWithdrawal>;

export const RELEASE_REFUSALS = {
  not_found: 'Contestação não encontrada.',
  still_open:
    'A contestação ainda está aberta. A entrega automática volta quando a loja ganhar, ou depois que você decidir.',
  already_released: 'A entrega automática desta conta já foi liberada.',
} satisfies Sentences<typeof releaseAccount>;

export const GIVEN_UP_REFUSALS = {
  not_found: DONE,
  link_dead: 'O link deste e-mail já venceu.',
} satisfies Sentences<typeof decideGivenUp>;
