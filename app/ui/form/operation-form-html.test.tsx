import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { readHtml } from '#test/visitor/render-screen.tsx';
import { CheckField, Field, OperationForm, SubmitButton } from './operation-form.tsx';

/** The form after an answer, as a browser without scripts reads it. */
function read(typed: Record<string, string>, message: string): string {
  const Stub = createRoutesStub([
    {
      id: 'form',
      path: '/',
      Component: () => (
        <OperationForm
          does="feed.open"
          fixed={{ id: '1' }}
          untyped={{ seen: '7' }}
          failed="Erro"
          about="links"
        >
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
  const sent = { do: 'feed.open', id: '1', seen: '6' };
  const kept = 'O que você digitou foi mantido.';
  expect(read({ ...sent, note: 'Olá' }, 'Não deu.')).toContain(`Não deu. ${kept}`);
  expect(read({ ...sent, note: '' }, 'Não deu.')).not.toContain(kept);
  expect(read(sent, 'Não deu.')).not.toContain(kept);
  const own = 'Sua sessão terminou. Seu texto foi mantido.';
  expect(read({ ...sent, note: 'Olá' }, own)).toMatch(/Seu texto foi mantido\.(?!.*digitou)/);
});

test('a box that was switched off stays off after a refusal, and as it was after an answer that never came', () => {
  const box = (status: number) => {
    const Stub = createRoutesStub([
      {
        id: 'form',
        path: '/',
        Component: () => (
          <OperationForm does="feed.open" failed="Erro" about="links" draft={{ open: 'on' }}>
            <CheckField name="open" label="Aberta" />
          </OperationForm>
        ),
      },
    ]);
    // A browser sends no box that is off, and what comes twice stays with the screen.
    const answer = {
      do: 'feed.open',
      ok: false,
      status,
      message: 'Não deu.',
      fields: {},
      typed: { note: 'Olá' },
    };
    return renderToStaticMarkup(<Stub hydrationData={{ actionData: { form: answer } }} />);
  };
  expect(box(422)).not.toContain('checked=""');
  expect(box(0)).toContain('checked=""');
});
