import { data, type ActionFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { getRoute, getShop, getVisitor } from '#app/request-context.ts';
import { askToWait } from '#app/routes/pass-retry-after.ts';
import { requireStaff } from '#app/routes/admin/require-staff.ts';
import { readForm } from '#app/routes/read-form.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { fieldsOf } from '#shop/fields.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { bareOf, fromText } from './codec.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { confirmWith } from './confirm-with.ts';
import { explainRefusal } from './explain-refusal.ts';
import { FORMS } from './forms.ts';
import { runOperation } from './run-operation.ts';

/**
 * The door of the forms: the `action` of a screen whose forms stand in the table. The hidden field `do` names the
 * operation. No refusal leads elsewhere, for that would take away
 * what was typed.
 */
export async function answerForm({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const calls = FORMS[getRoute(context) ?? ''] ?? [];
  const { ip, requestId, session: readSession } = getVisitor(context);
  const session = await readSession();
  const form = await readForm(request);
  const call = calls.find(({ does }) => does.id === form.get('do'));
  // There is no such form, whoever asks.
  if (!call) throw data(null, { status: 404 });
  const { does } = call;
  const typed: Record<string, string> = {};
  for (const [name, text] of form) {
    if (typeof text !== 'string') continue;
    // Of a list each one, with a blank between them: ids have none.
    typed[name] = typed[name] && isList(does.input.shape, name) ? `${typed[name]} ${text}` : text;
  }
  const answer = (status: number, part: Partial<FormAnswer>) =>
    data<FormAnswer>({ do: does.id, ok: status === 200, status, typed, fields: {}, ...part }, { status });

  const { who } = does;
  const isStaff = who !== 'anyone' && who !== 'customer';
  const shop = getShop(context);
  if (!session && who !== 'anyone') return answer(401, { message: SESSION_ENDED });
  if (isStaff && session?.role && !mayDo(session.role, who)) {
    shop.log.warn('security.staff_refused', { requestId, accountId: session.user.id, right: who });
    return answer(403, { message: 'Seu papel na equipe não permite isso.' });
  }
  // Whoever is no staff is led away.
  if (isStaff) await requireStaff(context, who);
  const source = { address: ip, userAgent: request.headers.get('user-agent') };
  const caller = {
    source,
    userId: session?.user.id ?? null,
    isStaff,
    ...(session && { confirm: confirmWith(getVisitor(context), session) }),
  };
  const done = await runOperation(shop, does, caller, async () => {
    const { data: value, error } = does.input.safeParse(fromText(does.input, form));
    return value ? { ok: true, value } : { ok: false, reason: 'invalid', fields: fieldsOf(error) };
  }).catch((error: unknown) => {
    shop.log.error('form.failed', { requestId, does: does.id, error });
    return null;
  });
  if (!done) return answer(503, { message: FAILED });
  if (done.ok) return answer(200, { value: does.output.parse(done.outcome) });
  if (done.retryAfterSeconds !== undefined) {
    askToWait(context, done.retryAfterSeconds);
    return answer(429, { message: describeWait(done.retryAfterSeconds) });
  }
  const { status, message = 'Confira os dados informados.', fields } = explainRefusal(call, done);
  return answer(status, { message, fields });
}

const FAILED = 'A loja não conseguiu fazer isso agora. Tente de novo em instantes.';
const SESSION_ENDED = 'Sua sessão terminou. Entre de novo em outra aba e envie outra vez.';

const isList = (shape: z.ZodRawShape, name: string) =>
  Object.hasOwn(shape, name) && bareOf(shape[name] as z.ZodType).def.type === 'array';
