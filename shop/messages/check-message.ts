import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';

/** The fields of the form. `name` and `email` come from the session when a signed-in person writes to support. */
export interface MessageForm {
  name: string;
  email: string;
  /** null: the form has no such field. */
  subject: string | null;
  body: string;
}

export type MessageField = keyof MessageForm;

/** Maximum lengths, the same in the forms and in the table. */
export const MESSAGE_LIMITS = { name: 120, email: 254, subject: 150, body: 5000 } as const;

export type MessageCheck =
  | { ok: true; message: MessageForm }
  | { ok: false; fields: Partial<Record<MessageField, string>> };

const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]{2,}$/;
const UNSEEN = /[\p{Cc}\p{Cs}]/u;

/** The rules of both forms: every field is required and has a maximum length. */
export function checkMessage(form: MessageForm): MessageCheck {
  const message: MessageForm = {
    name: tidyLine(form.name),
    email: form.email.trim().toLowerCase(),
    subject: form.subject === null ? null : tidyLine(form.subject),
    body: tidyParagraphs(form.body),
  };
  const fields: Partial<Record<MessageField, string>> = {};
  for (const field of ['name', 'email', 'subject', 'body'] as const) {
    const text = message[field];
    if (text === null) continue;
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) fields[field] = 'Preencha todos os campos';
    else if (text.length > MESSAGE_LIMITS[field]) fields[field] = TOO_LONG[field];
  }
  if (fields.email === undefined && (!EMAIL.test(message.email) || UNSEEN.test(message.email)))
    fields.email = 'Email inválido';
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, message };
}

const TOO_LONG: Record<MessageField, string> = {
  name: `O nome deve ter no máximo ${MESSAGE_LIMITS.name} caracteres`,
  email: 'Email inválido',
  subject: `O assunto deve ter no máximo ${MESSAGE_LIMITS.subject} caracteres`,
  body: `A mensagem deve ter no máximo ${MESSAGE_LIMITS.body} caracteres`,
};
