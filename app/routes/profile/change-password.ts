import { data, redirect } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readAuthFailure } from '#app/routes/account/auth-failure.ts';
import { checkNewPassword } from '#app/routes/account/check-new-password.ts';
import { forwardCookies } from '#app/routes/account/forward-cookies.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/change-password';

const TITLE = 'Erro ao alterar senha';

export interface PasswordAnswer {
  changed: boolean;
  failure: ScreenFailure | undefined;
}

export function loader() {
  throw redirect('/dashboard/perfil');
}

/** The form of the dialog. The other sessions end, and this one goes on under a new id. */
export async function action({ context, request }: Route.ActionArgs) {
  const visitor = getVisitor(context);
  const form = await readForm(request);
  const checked = checkNewPassword(form);
  if (!checked.ok) return data<PasswordAnswer>({ changed: false, failure: checked.failure }, { status: 400 });
  const response = await visitor.authenticate('change-password', {
    currentPassword: textOf(form, 'current'),
    newPassword: checked.password,
    revokeOtherSessions: true,
  });
  if (!response.ok) {
    const { code, failure, init } = await readAuthFailure(context, response, TITLE);
    getShop(context).log.warn(TITLE, { requestId: visitor.requestId, code });
    return data<PasswordAnswer>({ changed: false, failure }, init);
  }
  return data<PasswordAnswer>({ changed: true, failure: undefined }, { headers: forwardCookies(response) });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: TITLE }, serverAction, (failure): PasswordAnswer => ({
    changed: false,
    failure,
  }));
