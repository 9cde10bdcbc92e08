import type { GatewayError } from '../gateway.ts';

/** What staff read of a call that failed. The words of an adapter are English and technical. */
export function describeFailure({ outcome, retryable, message }: GatewayError): string {
  const answered = nameAnswer(message);
  if (outcome === 'unknown') return `O provedor não respondeu${answered}.`;
  return retryable
    ? `O provedor não aceitou o pedido${answered}.`
    : `O provedor recusou a chave da loja${answered}.`;
}

/** The status or the code in the message of an adapter. */
export function nameAnswer(message: string): string {
  const [status, code] = [
    /\b[45]\d\d\b/.exec(message)?.[0],
    /\b(?:E|UND_ERR_|ERR_|CERT_)[A-Z_]{4,}\b/.exec(message)?.[0],
  ];
  if (status !== undefined) return ` (HTTP ${status})`;
  return code === undefined ? '' : ` (${code})`;
}
