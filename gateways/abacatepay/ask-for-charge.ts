import { z } from 'zod';
import { cutText, type ChargeRequest, type CreateChargeResult } from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { Moment, readAs, shortDetail } from '../http/read-answer.ts';
import { callApi, type ApiAnswer } from './call-api.ts';
import { detailOf, unreadable, wrongAddress } from './explain-answer.ts';
import { formatCustomer } from './format-customer.ts';

/** v1 may leave out the amount. */
export const CreatedCharge = z.object({
  id: z.string().min(1),
  amount: z.number().optional(),
  status: z.string(),
  brCode: z.string().min(1),
  expiresAt: Moment,
  platformFee: z.number().int().nonnegative().optional().catch(undefined),
});
type CreatedCharge = z.infer<typeof CreatedCharge>;
const CheckedCharge = z.object({ status: z.string(), expiresAt: Moment });

/** The charge that was made, or why none was. */
export async function askForCharge(
  api: ApiSettings,
  request: ChargeRequest,
  { schema = CreatedCharge, ...call }: { path: string; body: unknown; schema?: z.ZodType<CreatedCharge> },
): Promise<{ ok: true; created: CreatedCharge } | Extract<CreateChargeResult, { ok: false }>> {
  const answer = await callApi(api, { method: 'POST', ...call, repeatable: false });
  if (answer.kind === 'not_found') throw wrongAddress(api);
  if (answer.kind === 'refused') {
    return { ok: false, reason: 'refused', detail: detailOf(answer.detail, request, api) };
  }
  const created = readAs(schema, answer.data, (what) => unreadable('create', what, false));
  const { amount = request.amountCents } = created;
  if (amount !== request.amountCents) {
    // This code must not be shown: it would sell the order for another price, and no look-up names the amount.
    const what = `asked for ${request.amountCents} centavos, got a charge of ${amount}`;
    throw unreadable('create', what, false);
  }
  return { ok: true, created };
}

/** null: there is no such charge. */
export async function checkCharge(
  api: ApiSettings,
  path: string,
  id: string,
): Promise<z.infer<typeof CheckedCharge> | null> {
  const answer = await callApi(api, { method: 'GET', path, query: { id }, repeatable: true });
  const data = dataOf('check', answer);
  return data && readAs(CheckedCharge, data.data, (what) => unreadable('check', what, true));
}

/** The answer to a look-up; null: nothing was found. */
export function dataOf(call: string, answer: ApiAnswer): Extract<ApiAnswer, { kind: 'data' }> | null {
  if (answer.kind === 'data') return answer;
  if (answer.kind === 'not_found' || saysNotFound(answer.detail)) return null;
  throw unreadable(call, `refused (${shortDetail(answer.detail)})`, false);
}

/** The answer of v1 or v2 for an unknown id is not documented: a 404, or a 200 or 400 with a sentence. */
function saysNotFound(detail: string): boolean {
  return /not[ _]found|n[ãa]o (?:foi )?encontrad/i.test(detail);
}

/** The provider has `additionalProperties: false`: it refuses a charge with one more field. */
export function describeCharge(request: ChargeRequest, descriptionLength: number) {
  const customer = formatCustomer(request.customer);
  const description = cutText(request.description, descriptionLength);
  return {
    amount: request.amountCents,
    expiresIn: request.ttlSeconds,
    ...(description && { description }),
    ...(customer && { customer }),
    metadata: { externalId: request.chargeId },
  };
}
