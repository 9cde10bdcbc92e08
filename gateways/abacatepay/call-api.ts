import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';
import { callJson, type ApiSettings } from '../http/call-json.ts';

export interface ApiCall {
  method: 'GET' | 'POST';
  /** From the version on: `/v1/pixQrCode/create`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Whether the same call may be made again when nobody knows if the first one was carried out. */
  repeatable: boolean;
}

/** What the provider said in so many words; everything else is a thrown `GatewayError`. */
export type ApiAnswer =
  | { kind: 'data'; data: unknown; pagination?: unknown }
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

/** Some answers carry `error`, older ones `message`; v2 adds `success`. */
const Envelope = z.object({
  data: z.unknown().optional(),
  success: z.unknown().optional(),
  pagination: z.unknown().optional(),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
});

/** One request, never repeated here: v1 knows no idempotency key, so a repeated create is a second charge. */
export async function callApi(api: ApiSettings, call: ApiCall): Promise<ApiAnswer> {
  const { method, path, body, repeatable } = call;
  const answer = await callJson(
    {
      ...api,
      gateway: 'abacatepay',
      refusalStatuses: [400, 422],
      cures: {
        401: 'check ABACATEPAY_API_KEY',
        403: 'the API key lacks the permission for this call',
      },
    },
    { method, path, url: `${api.baseUrl}${path}?${new URLSearchParams(call.query)}`, body, repeatable },
  );
  if (answer.kind === 'not_found') return answer;
  const envelope = Envelope.safeParse(answer.data).data;
  const detail = envelope ? errorText(envelope) : null;
  if (answer.kind === 'refused') return { kind: 'refused', detail: detail ?? `HTTP ${answer.status}` };
  if (!envelope) {
    const message = `${method} ${path} answered with something other than its JSON envelope`;
    throw new GatewayError('abacatepay', message, { retryable: repeatable, outcome: 'unknown' });
  }
  if (detail !== null) return { kind: 'refused', detail };
  // "Check `success`, never only the HTTP status", says the provider of v2.
  if (envelope.success === false) return { kind: 'refused', detail: 'success is false' };
  return { kind: 'data', data: envelope.data, pagination: envelope.pagination };
}

function errorText(envelope: z.infer<typeof Envelope>): string | null {
  const error = envelope.error ?? (envelope.data == null ? envelope.message : null);
  if (error === null || error === undefined || error === '') return null;
  return typeof error === 'string' ? error : JSON.stringify(error);
}
