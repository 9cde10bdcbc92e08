import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';

export interface CreateOrderBody {
  type: 'online';
  processing_mode: 'automatic';
  external_reference: string;
  total_amount: string;
  description?: string;
  payer: {
    email: string;
    first_name?: string;
    last_name?: string;
    identification?: { type: 'CPF' | 'CNPJ'; number: string };
  };
  transactions: {
    payments: [
      { amount: string; payment_method: { id: 'pix'; type: 'bank_transfer' }; expiration_time?: string },
    ];
  };
}

export interface Fault {
  code: string;
  message: string;
}

const AMOUNT = /^\d{1,10}\.\d{2}$/;
const FIELDS = [
  'type',
  'processing_mode',
  'external_reference',
  'total_amount',
  'description',
  'payer',
  'transactions',
];

/** What the Orders API would find wrong with a Pix order, by its reference pages; null when nothing. */
export function faultInOrder(body: unknown): Fault | null {
  const invalid = (message: string): Fault => ({ code: 'property_value', message });
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    return { code: 'json_syntax_error', message: 'the body must be an object' };
  }
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown) return { code: 'unsupported_properties', message: unknown };
  const order = body as CreateOrderBody;
  for (const name of ['type', 'total_amount', 'external_reference', 'payer', 'transactions'] as const) {
    if (order[name] === undefined) return { code: 'required_properties', message: name };
  }
  if (order.type !== 'online') return invalid('type');
  if (order.processing_mode !== 'automatic') return invalid('processing_mode');
  if (!/^[\w-]{1,64}$/.test(order.external_reference)) return invalid('external_reference');
  if ((order.description?.length ?? 0) > 150) return invalid('description');
  if (typeof order.total_amount !== 'string' || !AMOUNT.test(order.total_amount))
    return invalid('total_amount');
  if (Number(order.total_amount) <= 0) return invalid('total_amount');
  const { payments } = order.transactions;
  const [payment] = payments;
  if (payments.length !== 1) return invalid('transactions.payments');
  if (payment.amount !== order.total_amount)
    return { code: 'invalid_total_amount', message: 'sum of payments' };
  if (payment.payment_method.id !== 'pix' || payment.payment_method.type !== 'bank_transfer') {
    return invalid('payment_method');
  }
  const seconds = secondsOf(payment.expiration_time ?? 'PT24H');
  if (seconds === null || seconds < 30 * 60 || seconds > 30 * 24 * 3600) {
    return invalid('transactions.payments[0].expiration_time');
  }
  return faultInPayer(order.payer);
}

function faultInPayer({ email, identification }: CreateOrderBody['payer']): Fault | null {
  if (!/^\S+@\S+\.\S+$/.test(email)) return { code: 'property_value', message: `payer.email ${email}` };
  if (!identification) return null;
  const { type, number } = identification;
  const isValid = type === 'CPF' ? isValidCpf(number) : isValidCnpj(number, { version: 2 });
  const isPlain = /^[0-9A-Z]+$/.test(number);
  if (isValid && isPlain) return null;
  return { code: 'property_value', message: `payer.identification.number ${number}` };
}

/** An ISO 8601 duration of hours, minutes and seconds; null for anything else, empty ones included. */
export function secondsOf(duration: string): number | null {
  const match = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  if (!match) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = match.slice(1);
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
