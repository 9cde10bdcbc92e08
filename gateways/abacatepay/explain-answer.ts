import { cutText, GatewayError, type ChargeRequest } from '#shop/payments/gateway.ts';
import type { ApiSettings } from './call-api.ts';
import { formatCustomer } from './format-customer.ts';

/** The provider's refusals quote what they refuse; details end in logs, where a CPF must never stand. */
export function withoutPersonalData(detail: string, { customer }: ChargeRequest, api: ApiSettings): string {
  const formatted = formatCustomer(customer);
  const secrets = [api.apiKey, ...Object.values(customer), ...Object.values(formatted ?? {})];
  return shortDetail(
    secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '[…]'), detail),
  );
}

export function shortDetail(text: string): string {
  return cutText(text.replace(/\p{Cc}+/gu, ' '), 300);
}

export function wrongAddress(api: ApiSettings): GatewayError {
  const message = `nothing creates charges under ${api.baseUrl}: check ABACATEPAY_URL`;
  return new GatewayError('abacatepay', message, { retryable: false, outcome: 'not_applied' });
}

export function unreadable(call: string, what: string, retryable: boolean): GatewayError {
  return new GatewayError('abacatepay', `${call}: ${what}`, { retryable, outcome: 'unknown' });
}
