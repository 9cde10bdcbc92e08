import { data, redirect } from 'react-router';
import { askAuth } from '#app/routes/account/auth-failure.ts';
import { tidyCode } from '#app/routes/account/tidy-code.ts';
import { wantsPage } from '#app/endpoints/http/wants-page.ts';
import { requireSession } from '#app/routes/dashboard/require-session.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/second-factor';

const TITLE = 'Verificação em duas etapas';

/** The call of the library for each step of the dialogs. */
const STEPS = {
  start: 'two-factor/enable',
  confirm: 'two-factor/verify-totp',
  renew: 'two-factor/generate-backup-codes',
  stop: 'two-factor/disable',
  /** The mail that confirms the address, once more: without it there is no first step. */
  resend: 'send-verification-email',
} as const;
export type SecondFactorStep = keyof typeof STEPS;

export interface SecondFactorAnswer {
  /** The step that was taken; null: refused. */
  done: SecondFactorStep | null;
  failure: ScreenFailure | undefined;
  /** `otpauth://` address that authenticator apps read, after `start`. */
  uri: string | null;
  /** Shown this once, after `start` and `renew`. */
  recoveryCodes: string[];
}

const nothing: SecondFactorAnswer = { done: null, failure: undefined, uri: null, recoveryCodes: [] };

export function loader() {
  throw redirect('/dashboard/perfil');
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const step = textOf(form, 'step');
  if (!isStep(step)) throw data(null, { status: 400 });
  const body =
    step === 'confirm'
      ? { code: tidyCode(textOf(form, 'code')) }
      : step === 'resend'
        ? { email: (await requireSession(context, url)).user.email, callbackURL: '/dashboard/perfil' }
        : { password: textOf(form, 'current') };
  const asks = { title: TITLE, logs: 'second_factor.refused', step };
  const answer = await askAuth(context, asks, STEPS[step], body);
  // Without scripts; the other steps stand in dialogs.
  if (step === 'resend' && wantsPage(request)) {
    return redirect(`/dashboard/perfil?confirmacao=${answer.ok ? 'enviada' : 'falhou'}#seguranca`, 303);
  }
  if (!answer.ok) return data<SecondFactorAnswer>({ ...nothing, failure: answer.failure }, answer.init);
  const { totpURI = null, backupCodes = [] } = (await answer.response.json()) as {
    totpURI?: string;
    backupCodes?: string[];
  };
  return data<SecondFactorAnswer>(
    { done: step, failure: undefined, uri: totpURI, recoveryCodes: backupCodes },
    { headers: answer.headers },
  );
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isTyped = (await request.clone().formData()).get('step') !== 'resend';
  return preserveForm({ request, title: TITLE, isTyped }, serverAction, (failure): SecondFactorAnswer => ({
    ...nothing,
    failure,
  }));
}

function isStep(value: string): value is SecondFactorStep {
  return Object.hasOwn(STEPS, value);
}
