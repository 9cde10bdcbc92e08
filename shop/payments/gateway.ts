/**
 * The contract every PIX provider adapter in `gateways/` fulfils.
 *
 * Money is integer centavos. Expected answers are data; anything that kept the provider from
 * answering (time-out, 5xx, unreadable body, bad credentials) is a thrown `GatewayError`.
 * An adapter never writes to the database and never decides what an answer means for an order.
 */
export const GATEWAY_NAMES = ['simulator', 'abacatepay', 'bacen', 'mercadopago'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

export interface ChargeCustomer {
  name: string;
  email: string;
  /** Brazilian phone, digits only, with area code: 11987654321. */
  cellphone: string;
  /** CPF (11 digits) or CNPJ (14 characters, letters allowed), without punctuation. */
  taxId: string;
}

export interface ChargeRequest {
  /** Our charge id (uuid). Sent as external id, txid or idempotency key, whichever the provider has. */
  chargeId: string;
  amountCents: number;
  ttlSeconds: number;
  /** What the payer reads in the bank app. Adapters cut it to the provider's limit. */
  description: string;
  customer: ChargeCustomer;
}

/** How a charge is named towards the provider. `gatewayChargeId` is null while a create has no known answer. */
export interface ChargeReference {
  chargeId: string;
  gatewayChargeId: string | null;
}

export type GatewayChargeStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded';

export interface GatewayCharge {
  gatewayChargeId: string;
  status: GatewayChargeStatus;
  /** What the payer is asked for, where the answer says so. */
  askedCents?: number;
  /** The "copia e cola" code. Null when the provider does not repeat it (AbacatePay v1 `check`). */
  pixCode: string | null;
  expiresAt: Date | null;
  /** Sum of what was received, or null where the provider's answer names no paid amount. */
  paidAmountCents: number | null;
  paidAt: Date | null;
  /**
   * Money the provider took back from us without our asking (a MED return, a dispute that was lost).
   * 0 where its answers never say so.
   */
  chargedBackCents: number;
  /** Sum of the refunds that have arrived, ours and those made in the provider's panel. Absent where no answer says it. */
  sentBackCents?: number;
}

export type CreateChargeResult =
  | { ok: true; charge: GatewayCharge & { pixCode: string } }
  /** The provider understood and said no. `detail` is for staff and logs, never for buyers. */
  | { ok: false; reason: 'refused'; detail: string };

export type FindChargeResult = { ok: true; charge: GatewayCharge } | { ok: false; reason: 'not_found' };

export type CancelChargeResult =
  | { ok: true }
  | { ok: false; reason: 'already_paid' | 'not_supported' | 'not_found' };

export interface RefundRequest {
  charge: ChargeReference;
  /** Our refund id (uuid), stable over retries. */
  refundId: string;
  amountCents: number;
  reason: string;
}

export type RefundChargeResult =
  | { ok: true; status: 'processing' | 'refunded'; gatewayRefundId: string }
  | { ok: false; reason: 'not_supported' | 'not_refundable' | 'insufficient_funds'; detail: string };

export interface RefundReference {
  charge: ChargeReference;
  refundId: string;
  /** null while a refund call has no known answer. */
  gatewayRefundId: string | null;
}

export type FindRefundResult =
  | { ok: true; status: 'processing' | 'refunded' | 'failed'; gatewayRefundId: string }
  | { ok: false; reason: 'not_found' | 'not_supported' };

/** One Pix that arrived for a charge, as the provider lists it. */
export interface GatewayPayment {
  gatewayChargeId: string;
  /** Our own charge id, where the provider's id spells it. */
  chargeId: string | null;
  amountCents: number;
  chargedBackCents: number;
}

/** One delivery at `POST /webhooks/{gateway}`, free of any HTTP framework. Header names are lower-case. */
export interface WebhookDelivery {
  url: URL;
  headers: Record<string, string>;
  rawBody: string;
}

export interface WebhookNotice {
  /** Unique per provider and event: a second delivery of the same event has the same id. */
  eventId: string;
  gatewayChargeId: string | null;
  /** Our own charge id, where the provider echoes it. */
  chargeId: string | null;
  /** What the body claims was paid; only ever used to hold a charge, never to release one. */
  claimedAmountCents: number | null;
}

export type WebhookReading =
  | { ok: true; notices: WebhookNotice[] }
  | { ok: false; reason: 'unauthentic' | 'malformed' | 'wrong_environment' };

export interface GatewayTraits {
  /** A create repeated with the same chargeId returns the same charge instead of making a second one. */
  idempotentCreate: boolean;
  /**
   * `find` knows a charge by our id alone, also one whose create had no answer. Where a create must not be repeated, the
   * shop then looks before it asks for another charge (ruling 6).
   */
  findsUnanswered?: true;
  /** `find` names the amount that was really paid. */
  namesPaidAmount: boolean;
  refunds: 'none' | 'full' | 'partial';
  minimumTtlSeconds: number;
}

export interface PixGateway {
  readonly name: GatewayName;
  readonly traits: GatewayTraits;
  create(request: ChargeRequest): Promise<CreateChargeResult>;
  find(reference: ChargeReference): Promise<FindChargeResult>;
  cancel(reference: ChargeReference): Promise<CancelChargeResult>;
  refund(request: RefundRequest): Promise<RefundChargeResult>;
  findRefund(reference: RefundReference): Promise<FindRefundResult>;
  readWebhook(delivery: WebhookDelivery): WebhookReading;
  /**
   * Every Pix for a charge that arrived between the two moments, several for one charge included: what finds
   * money nobody told us of. Absent where the provider keeps no such list.
   */
  findRecentPayments?(from: Date, to: Date): Promise<GatewayPayment[]>;
}

/**
 * The provider did not answer usably.
 * `outcome: 'not_applied'` means the request certainly changed nothing there (refused connection,
 * 401, 429); `'unknown'` means it may have been carried out (time-out after sending, 5xx, broken body).
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly gateway: GatewayName;
  readonly retryable: boolean;
  readonly outcome: 'not_applied' | 'unknown';

  constructor(
    gateway: GatewayName,
    message: string,
    options: { retryable: boolean; outcome: 'not_applied' | 'unknown'; cause?: unknown },
  ) {
    super(`${gateway}: ${message}`, { cause: options.cause });
    this.gateway = gateway;
    this.retryable = options.retryable;
    this.outcome = options.outcome;
  }
}

/** For a provider's limit on texts: an adapter knows nothing of the shop but this file. */
export { cutText } from '#shop/text/cut-text.ts';
