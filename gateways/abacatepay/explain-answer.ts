import { GatewayError, type ChargeRequest } from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { shortDetail, withoutPersonalData } from '../http/read-answer.ts';
import { formatCustomer } from './format-customer.ts';

/** Without the customer's data, also as this provider writes it. */
export function detailOf(detail: string, request: ChargeRequest, api: ApiSettings): string {
  const { customer } = request;
  const written = [customer, formatCustomer(customer) ?? {}].flatMap((data) => Object.values<string>(data));
  return shortDetail(withoutPersonalData(detail, request, [api.token, ...written]));
}

export function wrongAddress(api: ApiSettings): GatewayError {
  const message = `nothing creates charges under ${api.baseUrl}: check ABACATEPAY_URL`;
  return new GatewayError('abacatepay', message, { retryable: false, outcome: 'not_applied' });
}

export function unreadable(call: string, what: string, retryable: boolean): GatewayError {
  return new GatewayError('abacatepay', `${call}: ${what}`, { retryable, outcome: 'unknown' });
}
