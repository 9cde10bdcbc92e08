/** What a person fills in; `name` and `email` come from the session when the account writes to support. */
export interface MessageForm {
  name: string;
  email: string;
  /** null: the form has no such field. */
  subject: string | null;
  body: string;
}

export type MessageField = keyof MessageForm;

/** Lengths as the forms limit them and as the table checks them. */
export const MESSAGE_LIMITS = { name: 120, email: 254, subject: 150, body: 5000 } as const;

export type MessageCheck =
  | { ok: true; message: MessageForm }
  | { ok: false; fields: Partial<Record<MessageField, string>> };

const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]{2,}$/;
// Nobody types them on purpose, PostgreSQL refuses one of them, and in a mail's header they start a new line.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** The rules of both forms (spec section 5): every field is required, and none is longer than its limit. */
export function checkMessage(form: MessageForm): MessageCheck {
  const message: MessageForm = {
    name: oneLine(form.name),
    email: form.email.trim().toLowerCase(),
    subject: form.subject === null ? null : oneLine(form.subject),
    body: form.body.replace(/\r\n?/g, '\n').replace(CONTROL, ' ').trim(),
  };
  const fields: Partial<Record<MessageField, string>> = {};
  for (const field of ['name', 'email', 'subject', 'body'] as const) {
    const text = message[field];
    if (text === null) continue;
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) fields[field] = 'Preencha todos os campos';
    else if (text.length > MESSAGE_LIMITS[field]) fields[field] = TOO_LONG[field];
  }
  if (fields.email === undefined && !EMAIL.test(message.email)) fields.email = 'Email inválido';
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, message };
}

const TOO_LONG: Record<MessageField, string> = {
  name: `O nome deve ter no máximo ${MESSAGE_LIMITS.name} caracteres`,
  email: 'Email inválido',
  subject: `O assunto deve ter no máximo ${MESSAGE_LIMITS.subject} caracteres`,
  body: `A mensagem deve ter no máximo ${MESSAGE_LIMITS.body} caracteres`,
};

function oneLine(text: string): string {
  return text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}
