import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { readHtml } from '#test/visitor/render-screen.tsx';
import { Field, OperationForm, SubmitButton } from './operation-form.tsx';

/** The form after an answer, as a browser without scripts reads it. */
function read(typed: Record<string, string>, message: string): string {
  const Stub = createRoutesStub([
    {
      id: 'form',
      path: '/',
      Component: () => (
        <OperationForm does="feed.open" fixed={{ id: '1' }} failed="Erro" about="links">
          {'note' in typed && <Field name="note" label="Nota" />}
          <SubmitButton>Abrir</SubmitButton>
        </OperationForm>
      ),
    },
  ]);
  const answer = { do: 'feed.open', ok: false, status: 409, message, fields: {}, typed };
  return readHtml(renderToStaticMarkup(<Stub hydrationData={{ actionData: { form: answer } }} />));
}

test('what was typed is said to be kept where something was, and once', () => {
  const sent = { do: 'feed.open', id: '1' };
  const kept = 'O que você digitou foi mantido.';
  expect(read({ ...sent, note: 'Olá' }, 'Não deu.')).toContain(`Não deu. ${kept}`);
  expect(read({ ...sent, note: '' }, 'Não deu.')).not.toContain(kept);
  expect(read(sent, 'Não deu.')).not.toContain(kept);
  const own = 'Sua sessão terminou. Seu texto foi mantido.';
  expect(read({ ...sent, note: 'Olá' }, own)).toMatch(/Seu texto foi mantido\.(?!.*digitou)/);
});
