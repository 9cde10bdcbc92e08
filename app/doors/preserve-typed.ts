import type { ClientActionFunctionArgs } from 'react-router';
import { preserveForm } from '#app/routes/preserve-form.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';

/** The `clientAction` beside `answerForm`: an answer that never arrives leaves the screen, and what was typed, as it is. */
export async function preserveTyped({ request, serverAction }: ClientActionFunctionArgs) {
  const named = (await request.clone().formData()).get('do');
  return preserveForm(
    { request, title: 'Sem conexão com a loja.' },
    serverAction,
    ({ title }): FormAnswer => ({
      do: typeof named === 'string' ? named : '',
      ok: false,
      status: 0,
      message: title,
      fields: {},
      typed: {},
    }),
  );
}
