import type { z } from 'zod';
import type { ReportedDispute } from '#shop/disputes/reported-dispute.ts';

/**
 * The contract of every PIX provider adapter in `gateways/`.
 *
 * Money is integer centavos. Expected answers are returned as data. If the provider did not answer (time-out, 5xx,
 * unreadable body, bad credentials), the adapter throws a `GatewayError`. An adapter never writes to the database and
 * never decides what an answer means for an order.
 */
export interface ChargeCustomer {
  name: string;
  email: string;
  /** Brazilian phone, digits only, with area code: 11987654321. */
  cellphone: string;
  /** CPF (11 digits) or CNPJ (14 characters, letters allowed), without punctuation. */
  taxId: string;
}

export interface ChargeRequest {
  /** Our charge id (uuid). Sent as external id, txid or idempotency key, whichever the provider supports. */
  chargeId: string;
  amountCents: number;
  ttlSeconds: number;
  /** The text that the payer reads in the bank app. Adapters cut it to the provider's limit. */
  description: string;
  customer: ChargeCustomer;
}

/** The ids of a charge for the provider. `gatewayChargeId` is null while the answer of a create is unknown. */
export interface ChargeReference {
  chargeId: string;
  gatewayChargeId: string | null;
}

export type GatewayChargeStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded';

export interface GatewayCharge {
  gatewayChargeId: string;
  status: GatewayChargeStatus;
  /** The sum that the payer must pay, if the answer names it. */
  askedCents?: number;
  /** The "copia e cola" code. null if the provider does not repeat it (AbacatePay v1 `check`). */
  pixCode: string | null;
  expiresAt: Date | null;
  /** The received sum, or null if the answer names no paid amount. */
  paidAmountCents: number | null;
  paidAt: Date | null;
  /**
   * Money that the provider took back without our request (a MED return, a lost dispute). 0 if its answers never say
   * so.
   */
  chargedBackCents: number;
  /** The sum of completed refunds, ours and those from the provider's panel. Absent if no answer says it. */
  refundedCents?: number;
  /** What the provider keeps of it. Absent if no answer says it. */
  feeCents?: number;
  /** The first Pix that paid it, as the banks call it. Absent if no answer says it. */
  endToEndId?: string | null;
  /** Its disputes, open and decided, as far as this answer shows them. */
  disputes?: GatewayDispute[];
}

export type GatewayDispute = ReportedDispute;

export type FindDisputeResult =
  | {
      ok: true;
      dispute: GatewayDispute;
      /** Both null: it is about a payment that is not ours. */
      charge: { chargeId: string | null; gatewayChargeId: string | null };
    }
  | { ok: false; reason: 'not_found' };

export type CreateChargeResult =
  | { ok: true; charge: GatewayCharge & { pixCode: string } }
  /** The provider understood the request and refused it. `detail` is for staff and logs, never for buyers. */
  | { ok: false; reason: 'refused'; detail: string };

export type FindChargeResult = { ok: true; charge: GatewayCharge } | { ok: false; reason: 'not_found' };

export type CancelChargeResult =
  | { ok: true }
  | { ok: false; reason: 'already_paid' | 'not_supported' | 'not_found' };

export interface RefundRequest {
  charge: ChargeReference;
  /** Our refund id (uuid), the same for every retry. */
  refundId: string;
  amountCents: number;
  reason: string;
}

/** `detail`: what its provider calls it, or Portuguese words. Staff read it. */
export type RefundChargeResult =
  | { ok: true; status: 'processing' | 'refunded'; gatewayRefundId: string }
  | { ok: false; reason: 'not_supported' | 'not_refundable' | 'insufficient_funds'; detail: string };

export interface RefundReference {
  charge: ChargeReference;
  refundId: string;
  /** null while the answer of a refund call is unknown. */
  gatewayRefundId: string | null;
}

export type FindRefundResult =
  | { ok: true; status: 'processing' | 'refunded' | 'failed'; gatewayRefundId: string }
  | { ok: false; reason: 'not_found' | 'not_supported' };

/** One Pix that arrived for a charge, in the provider's list. */
export interface GatewayPayment {
  gatewayChargeId: string;
  /** Our own charge id, if the provider's id contains it. */
  chargeId: string | null;
  endToEndId: string;
  paidAt: Date;
  amountCents: number;
  chargedBackCents: number;
  /** Completed refunds, ours and those from the provider's panel. */
  refundedCents: number;
  /** The list shows an open dispute about it. */
  isDisputed?: true;
}

/** One delivery at `POST /webhooks/{gateway}`, independent of any HTTP framework. Header names are lower-case. */
export interface WebhookDelivery {
  url: URL;
  headers: Record<string, string>;
  rawBody: string;
}

export interface WebhookNotice {
  /** Unique for each event of a provider: a second delivery of the same event has the same id. */
  eventId: string;
  gatewayChargeId: string | null;
  /** Our own charge id, if the provider sends it. */
  chargeId: string | null;
  /** A dispute that the notice is about, for `findDispute`. The charge's ids may be null then. */
  gatewayDisputeId?: string;
  /** The paid sum that the body claims. It may hold a charge, never release one. */
  claimedAmountCents: number | null;
}

export type WebhookReading =
  | { ok: true; notices: WebhookNotice[] }
  | { ok: false; reason: 'unauthentic' | 'malformed' | 'wrong_environment' };

export interface GatewayTraits {
  /** A repeated create with the same chargeId returns the same charge and makes no second one. */
  idempotentCreate: boolean;
  /**
   * `find` finds a charge by our id alone, also after a create without an answer. If a create must not be repeated,
   * the shop then looks the charge up before it creates another one.
   */
  findsUnanswered?: true;
  /** `find` asks by the provider's own id alone, which begins with this. */
  findsOnlyIdsOf?: string;
  /** `find` returns the amount that was really paid. */
  namesPaidAmount: boolean;
  refunds: 'none' | 'full' | 'partial';
  minimumTtlSeconds: number;
}

export interface PixGateway {
  readonly name: string;
  readonly traits: GatewayTraits;
  create(request: ChargeRequest): Promise<CreateChargeResult>;
  find(reference: ChargeReference): Promise<FindChargeResult>;
  cancel(reference: ChargeReference): Promise<CancelChargeResult>;
  refund(request: RefundRequest): Promise<RefundChargeResult>;
  findRefund(reference: RefundReference): Promise<FindRefundResult>;
  readWebhook(delivery: WebhookDelivery): WebhookReading;
  /**
   * Every Pix that arrived for charges between the two moments, also several for one charge. It finds money without a
   * webhook. Absent if the provider has no such list.
   */
  findRecentPayments?(from: Date, to: Date): Promise<GatewayPayment[]>;
  /** A dispute by the provider's id. Absent if its disputes are known by their charge alone (`find`). */
  findDispute?(gatewayDisputeId: string): Promise<FindDisputeResult>;
}

/** The operator's variables of one provider: how each is read, and a valid example of it. */
type Variables = Record<string, readonly [schema: z.ZodType, example: string]>;
type Values<V extends Variables> = { readonly [N in keyof V]: z.output<V[N][0]> | undefined };

/** What the process hands to the adapters that it makes. */
export interface GatewayPlace {
  production: boolean;
  dataDir: string;
  /** Stands in the codes that the shop makes itself. Read the name for each code: staff may rename the shop. */
  merchant: { readonly name: string; readonly city: string };
  now(): Date;
}

/** All that the shop has to know about a provider before there is an adapter of it: the `provider.ts` of its folder. */
export interface GatewayProvider<
  Name extends string = string,
  V extends Variables = Variables,
  Settings extends object = object,
> {
  name: Name;
  /** What staff call it; after 'O provedor …' it is `spoken`, if that differs. */
  label: string;
  spoken?: string;
  /** The first eight characters of its CNPJ, where it is the institution that the money arrives at. */
  companyBase?: string;
  variables: V;
  /**
   * Makes the settings of the variables. `need` gives the value of one without which there are none, and says so to the
   * operator with `why`.
   */
  read(values: Values<V>, need: (variable: keyof V & string, why?: string) => string): Settings;
  /** A mistake that stops the boot even if another provider is chosen. */
  findMistake?(values: Values<V>): { variable: keyof V & string; wrong: string } | null;
  /** The settings that are addresses, by their variables: an unencrypted one is told. */
  addresses(settings: Settings): { readonly [N in keyof V]?: string };
  create(settings: Settings, place: GatewayPlace): PixGateway | Promise<PixGateway>;
}

/** The same provider, with the types of what it holds. */
export const describeProvider = <const N extends string, V extends Variables, S extends object>(
  provider: GatewayProvider<N, V, S>,
) => provider;

/**
 * The provider gave no usable answer. `outcome: 'not_applied'`: the request certainly changed nothing there (refused
 * connection, 401, 429). `'unknown'`: it may have been carried out (time-out after sending, 5xx, broken body).
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly gateway: string;
  readonly retryable: boolean;
  readonly outcome: 'not_applied' | 'unknown';

  constructor(
    gateway: string,
    message: string,
    options: { retryable: boolean; outcome: 'not_applied' | 'unknown'; cause?: unknown },
  ) {
    super(`${gateway}: ${message}`, { cause: options.cause });
    this.gateway = gateway;
    this.retryable = options.retryable;
    this.outcome = options.outcome;
  }
}

/** For a provider's limit on texts. It is here because an adapter imports only this file of the shop. */
export { cutText } from '#shop/text/cut-text.ts';
