import type { ClientActionFunctionArgs } from 'react-router';
import { preserveForm } from '#app/routes/preserve-form.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';

/** The `clientAction` beside `answerForm`: an answer that never arrives leaves the screen, and what was typed, as it is. */
export async function preserveTyped({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  // What comes twice is a box or a list, and the screen has it as it is.
  const sent = [...form].filter(([name, text]) => typeof text === 'string' && form.getAll(name).length === 1);
  const typed = Object.fromEntries(sent) as Record<string, string>;
  return preserveForm(
    { request, title: 'Sem conexão com a loja.' },
    serverAction,
    ({ title }): FormAnswer => ({
      do: typed['do'] ?? '',
      ok: false,
      status: 0,
      message: title,
      fields: {},
      typed,
    }),
  );
}
