import { expect, test } from 'vitest';
import { GatewayError } from '../gateway.ts';
import { describeFailure } from './describe-failure.ts';

test.each([
  ['POST /v1/orders answered 503.', 'unknown', true, 'O provedor não respondeu (HTTP 503).'],
  ['fetch failed: ECONNREFUSED', 'unknown', true, 'O provedor não respondeu (ECONNREFUSED).'],
  ['UND_ERR_SOCKET', 'unknown', true, 'O provedor não respondeu (UND_ERR_SOCKET).'],
  ['No answer.', 'unknown', true, 'O provedor não respondeu.'],
  ['POST /cob answered 429.', 'not_applied', true, 'O provedor não aceitou o pedido (HTTP 429).'],
  ['POST /cob answered 401.', 'not_applied', false, 'O provedor recusou a chave da loja (HTTP 401).'],
  ['Order 40312 and 200', 'not_applied', true, 'O provedor não aceitou o pedido.'],
] as const)('%s, %s, repeats %s', (message, outcome, retryable, sentence) => {
  expect(describeFailure(new GatewayError('fake', message, { outcome, retryable }))).toBe(sentence);
});
