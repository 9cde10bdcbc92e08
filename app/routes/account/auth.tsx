import { Gift } from 'lucide-react';
import { data, Form, redirect, replace, useNavigation, useSearchParams } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import { AskedEmailField } from '#app/ui/form/asked-email-field.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToastAfterNavigation } from '#app/ui/feedback/toast.ts';
import { readGift } from '#shop/gifts/read-gift.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm } from '../read-form.ts';
import type { Route } from './+types/auth';
import { AccountFrame } from './account-frame.tsx';
import { readAuthFailure } from './auth-failure.ts';
import { checkAuthForm, EMAIL_QUESTION, FAILURE_TITLES, readAuthMode } from './auth-form.ts';
import { AuthTabs } from './auth-tabs.tsx';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { ForgotPasswordLink } from './forgot-password-link.tsx';
import { forwardCookies } from './forward-cookies.ts';
import { runServerAction } from './run-server-action.ts';
import { safeReturnPath } from './safe-return-path.ts';

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, readAuthMode(new URLSearchParams(location.search)) === 'login' ? 'Login' : 'Cadastro');

export async function loader({ context, url }: Route.LoaderArgs) {
  const session = await getVisitor(context).session();
  const back = safeReturnPath(url.searchParams.get('voltar'));
  if (session) throw redirect(back);
  const token = /^\/presente\/([\w-]+)$/.exec(back)?.[1];
  const gift = token === undefined ? null : await readGift(getShop(context), token);
  return { gift: gift?.state === 'offered' ? `${gift.skinName} (${gift.championName})` : null };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const visitor = getVisitor(context);
  const { searchParams } = url;
  const mode = readAuthMode(searchParams);
  const { values, failure } = checkAuthForm(mode, await readForm(request));
  const typed = { email: values.email, name: values.name };
  if (failure) return data({ ...failure, typed }, { status: 400 });

  const { email, password, name } = values;
  const response =
    mode === 'login'
      ? await visitor.authenticate('sign-in/email', { email, password })
      : await visitor.authenticate('sign-up/email', { email, password, name });
  if (!response.ok) {
    const refusal = await readAuthFailure(context, response, FAILURE_TITLES[mode]);
    getShop(context).log.warn(mode === 'login' ? 'Erro no login' : 'Erro no cadastro', {
      requestId: visitor.requestId,
      code: refusal.code,
    });
    return data({ ...refusal.failure, typed }, refusal.init);
  }
  const headers = forwardCookies(response);
  const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
  if (twoFactorRedirect) {
    const back = searchParams.get('voltar');
    throw redirect(`/auth/verificacao${back ? `?voltar=${encodeURIComponent(back)}` : ''}`, { headers });
  }
  // Replaces the form in the history: Back must not lead a signed-in visitor to the sign-in screen.
  throw replace(safeReturnPath(searchParams.get('voltar')), { headers });
}

/** A success ends in a redirect, so its toast is left for the next screen here, where the redirect passes. */
export async function clientAction({ request, serverAction, url }: Route.ClientActionArgs) {
  const mode = readAuthMode(url.searchParams);
  const signIn = () =>
    runServerAction(serverAction, (location) => {
      // The password was right and a code is required: nobody is signed in yet.
      if (location.startsWith('/auth/')) return;
      showToastAfterNavigation((brandName) =>
        mode === 'login'
          ? { title: 'Login realizado!', description: 'Bem-vindo de volta!', tone: 'success', about: 'login' }
          : {
              title: 'Cadastro realizado!',
              description: `Bem-vindo à ${brandName}!`,
              tone: 'success',
              about: 'login',
            },
      );
    });
  const title = FAILURE_TITLES[mode];
  const result = await preserveForm({ request, title }, signIn, (failure) => ({
    ...failure,
    typed: { email: '', name: '' },
  }));
  const { title: answered, description } = 'init' in result ? result.data : result;
  if (answered !== EMAIL_QUESTION)
    console.error(mode === 'login' ? 'Erro no login' : 'Erro no cadastro', description);
  return result;
}

export default function Auth({ loaderData: { gift }, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const mode = readAuthMode(params);
  const isLogin = mode === 'login';
  const brand = useBrand();
  const isSending = useNavigation().formMethod === 'POST';
  const failure = actionData?.title === FAILURE_TITLES[mode] ? actionData : undefined;
  const { form, markOf } = useFailure(failure);

  return (
    <AccountFrame title={isLogin ? `Entre na ${brand.name}` : 'Crie sua conta'}>
      {gift !== null && (
        <p className="mb-5 flex items-start gap-2.5 rounded-control border border-accent/40 bg-accent/10 px-3.5 py-3 text-sm">
          <Gift aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-accent" strokeWidth={1.75} />
          <span className="min-w-0 break-words">
            Um presente espera por você: <strong className="font-semibold">{gift}</strong>.{' '}
            {isLogin ? 'Entre' : 'Crie sua conta'} e abra.
          </span>
        </p>
      )}
      <AuthTabs mode={mode} params={params} />
      <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${mode}`} className="mt-6">
        <Form ref={form} method="post" noValidate className="flex flex-col gap-4">
          <FailureNote failure={failure} />
          {!isLogin && (
            <TextField
              label="Nome de exibição"
              name="name"
              autoComplete="nickname"
              maxLength={80}
              defaultValue={actionData?.typed.name}
              {...markOf('name')}
            />
          )}
          {isLogin ? (
            <EmailField defaultValue={actionData?.typed.email} {...markOf('email')} />
          ) : (
            <AskedEmailField
              typed={actionData?.typed}
              isAsked={actionData?.title === EMAIL_QUESTION}
              {...markOf('email')}
            />
          )}
          <PasswordField
            label="Senha"
            name="password"
            autoComplete={isLogin ? 'current-password' : 'new-password'}
            maxLength={128}
            hint={isLogin ? undefined : 'Mínimo de 6 caracteres'}
            {...markOf('password')}
          />
          {isLogin && <ForgotPasswordLink />}
          <Button
            type="submit"
            size="large"
            className="mt-1"
            loading={isSending}
            loadingLabel={isLogin ? 'Entrando...' : 'Criando conta...'}
          >
            {isLogin ? 'Entrar' : 'Criar conta'}
          </Button>
        </Form>
      </div>
    </AccountFrame>
  );
}
