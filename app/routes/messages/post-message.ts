import { data, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { describeDuration } from '#shop/limits/describe-wait.ts';
import { receiveMessage, type NewMessage } from '#shop/messages/receive-message.ts';
import { askToWait } from '../pass-retry-after.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';

/** The names of the fields of a message in the forms. */
const FORM_NAMES = { name: 'name', email: 'email', subject: 'subject', body: 'message' } as const;

/** Passes a posted message to the shop. Whatever happens, the visitor need not type it again. */
export async function postMessage(
  context: Readonly<RouterContextProvider>,
  message: Omit<NewMessage, 'clientAddress'>,
) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const typed = {
    name: message.name,
    email: message.email,
    subject: message.subject ?? '',
    message: message.body,
  };
  const refuse = (status: number, description: string, field?: string) =>
    refuseMessage(status, { title: FAILURE_TITLE, description, ...(field ? { field } : {}) }, typed);

  try {
    const result = await receiveMessage(shop, { ...message, clientAddress: visitor.ip });
    if (result.ok) return data<MessageAnswer>({ sent: true, failure: undefined, typed: {} });
    switch (result.reason) {
      case 'invalid': {
        const first = (['name', 'email', 'subject', 'body'] as const).find((part) => result.fields[part]);
        if (!first) throw new Error('An invalid message names the field to mend.');
        return refuse(422, result.fields[first] ?? '', FORM_NAMES[first]);
      }
      case 'too_many':
        return refuseTooMany(context, result.retryAfterSeconds, typed);
    }
  } catch (error) {
    return failMessage(context, error, typed);
  }
}

export function refuseTooMany(
  context: Readonly<RouterContextProvider>,
  seconds: number,
  typed: MessageAnswer['typed'],
) {
  const { status } = askToWait(context, seconds);
  const description = `Você enviou várias mensagens em pouco tempo. Espere ${describeDuration(seconds)} e envie de novo, ou escreva para ${getShop(context).settings.supportEmail}. Seu texto foi mantido.`;
  return refuseMessage(status, { title: FAILURE_TITLE, description }, typed);
}

/** The message could not be stored. */
export function failMessage(
  context: Readonly<RouterContextProvider>,
  error: unknown,
  typed: MessageAnswer['typed'],
) {
  const { log, settings } = getShop(context);
  log.error('message.failed', { requestId: getVisitor(context).requestId, error });
  const description = `Não foi possível enviar sua mensagem. Seu texto foi mantido: tente de novo em instantes, ou escreva para ${settings.supportEmail}.`;
  return refuseMessage(503, { title: FAILURE_TITLE, description }, typed);
}

export function refuseMessage(status: number, failure: ScreenFailure, typed: MessageAnswer['typed']) {
  return data<MessageAnswer>({ sent: false, failure, typed }, { status });
}
