import type { lookUpPayment, showPayment, showQrCode } from '#shop/payments/charges/show-payment.ts';
import type { Sentences } from './sentences.ts';

export const PAYMENT_REFUSALS = {
  not_found: 'Não encontramos o que você procura.',
} satisfies Sentences<typeof showPayment> & Sentences<typeof lookUpPayment> & Sentences<typeof showQrCode>;
