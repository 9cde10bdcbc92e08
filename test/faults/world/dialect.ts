import type { IncomingMessage } from 'node:http';

/** One charge as the bank knows it. Money in centavos, moments in milliseconds of the moved clock. */
export interface BankCharge {
  id: string;
  /** What the shop sent as its own id. */
  ownId: string | null;
  amountCents: number;
  code: string;
  createdAt: number;
  expiresAt: number;
  receivedCents: number;
  paidAt: number | null;
  /** The sequence number of the first answer that told the shop so. */
  toldPaid: number | null;
}

export interface BankCall {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface Ledger {
  ledger: ReadonlyMap<string, BankCharge>;
  /** `key`: what a repetition is known by, where the provider knows one. */
  open(wanted: { key?: string; ownId: string | null; amountCents: number; ttlSeconds: number }): BankCharge;
  now(): number;
}

export interface WebhookText {
  eventId: string;
  claimedCents: number;
  /** Proved with something else than the shop's secret. */
  isForged?: boolean;
  /** Claims to come from the provider's test environment. */
  isTest?: boolean;
}

/** How one provider speaks. Faults, payments and the ledger stay outside of it. */
export interface Dialect {
  name: string;
  /** A create repeated with the same key gives the same charge. */
  idempotentCreate: boolean;
  /** Its answers name the amount received, so that a wrong one is known without a webhook. */
  namesPaidAmount: boolean;
  /** How its ids begin. */
  idPrefix: string;
  env(baseUrl: string): Record<string, string>;
  kindOf(call: BankCall): 'create' | 'check' | 'other';
  ownIdOf(call: BankCall): string | null;
  answer(call: BankCall, ledger: Ledger): { status: number; body: unknown; about?: BankCharge };
  webhook(
    shopUrl: string,
    charge: BankCharge,
    text: WebhookText,
  ): { url: string; headers: Record<string, string>; body: string };
}
