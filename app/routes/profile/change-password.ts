import { data, redirect } from 'react-router';
import { askAuth } from '#app/routes/account/auth-failure.ts';
import { checkNewPassword } from '#app/routes/account/check-new-password.ts';
import type { DialogAnswer } from './dialog-form.tsx';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/change-password';

const TITLE = 'Erro ao alterar senha';

export function loader() {
  throw redirect('/dashboard/perfil');
}

/** The form of the dialog. The other sessions end, and this one goes on under a new id. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const checked = checkNewPassword(form);
  if (!checked.ok) return data<DialogAnswer>({ failure: checked.failure }, { status: 400 });
  const answer = await askAuth(context, { title: TITLE }, 'change-password', {
    currentPassword: textOf(form, 'current'),
    newPassword: checked.password,
    revokeOtherSessions: true,
  });
  return answer.ok
    ? data<DialogAnswer>({}, { headers: answer.headers })
    : data<DialogAnswer>({ failure: answer.failure }, answer.init);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: TITLE }, serverAction, (failure): DialogAnswer => ({ failure }));
