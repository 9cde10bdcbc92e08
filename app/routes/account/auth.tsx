import { Gift } from 'lucide-react';
import { useState } from 'react';
import { data, redirect, replace, useSearchParams } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import { AskedEmailField } from '#app/ui/form/asked-email-field.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { readGift } from '#shop/gifts/read-gift.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm } from '../read-form.ts';
import type { Route } from './+types/auth';
import { AccountFrame } from './account-frame.tsx';
import { askAuth } from './auth-failure.ts';
import { checkAuthForm, EMAIL_QUESTION, FAILURE_TITLES, readAuthMode } from './auth-form.ts';
import { AuthTabs } from './auth-tabs.tsx';
import { ForgotPasswordLink } from './forgot-password-link.tsx';
import { runServerAction, signedIn } from './run-server-action.ts';
import { safeReturnPath } from './safe-return-path.ts';

const LOGGED = { login: 'Erro no login', cadastro: 'Erro no cadastro' };

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
  const { searchParams } = url;
  const mode = readAuthMode(searchParams);
  const { values, failure } = checkAuthForm(mode, await readForm(request));
  const typed = { email: values.email, name: values.name };
  if (failure) return data({ ...failure, typed }, { status: 400 });

  const { email, password, name } = values;
  const asks = { title: FAILURE_TITLES[mode], logs: LOGGED[mode] };
  const answer =
    mode === 'login'
      ? await askAuth(context, asks, 'sign-in/email', { email, password })
      : await askAuth(context, asks, 'sign-up/email', { email, password, name });
  if (!answer.ok) return data({ ...answer.failure, typed }, answer.init);
  const { response, headers } = answer;
  const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
  if (twoFactorRedirect) {
    const back = searchParams.get('voltar');
    throw redirect(`/auth/verificacao${back ? `?voltar=${encodeURIComponent(back)}` : ''}`, { headers });
  }
  // Replaces the form in the history: Back must not lead a signed-in visitor to the sign-in screen.
  throw replace(safeReturnPath(searchParams.get('voltar')), { headers });
}

export async function clientAction({ request, serverAction, url }: Route.ClientActionArgs) {
  const mode = readAuthMode(url.searchParams);
  const signIn = () =>
    runServerAction(serverAction, (brandName) =>
      mode === 'login'
        ? signedIn()
        : { title: 'Cadastro realizado!', description: `Bem-vindo à ${brandName}!`, about: 'login' },
    );
  const title = FAILURE_TITLES[mode];
  const result = await preserveForm({ request, title }, signIn, (failure) => ({
    ...failure,
    typed: { email: '', name: '' },
  }));
  const { title: answered, description } = 'init' in result ? result.data : result;
  if (answered !== EMAIL_QUESTION) console.error(LOGGED[mode], description);
  return result;
}

export default function Auth({ loaderData: { gift }, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const mode = readAuthMode(params);
  const isLogin = mode === 'login';
  const brand = useBrand();
  // For the other tab: whoever has an account already types the address once.
  const [email, setEmail] = useState('');
  const failure = actionData?.title === FAILURE_TITLES[mode] ? actionData : undefined;

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
        <FailureForm failure={failure}>
          {!isLogin && (
            <TextField
              label="Nome de exibição"
              name="name"
              autoComplete="nickname"
              maxLength={80}
              defaultValue={actionData?.typed.name}
            />
          )}
          {isLogin ? (
            <EmailField defaultValue={actionData?.typed.email || email} />
          ) : (
            <AskedEmailField
              typed={actionData?.typed}
              isAsked={actionData?.title === EMAIL_QUESTION}
              onLeave={setEmail}
            />
          )}
          <PasswordField
            label="Senha"
            name="password"
            autoComplete={isLogin ? 'current-password' : 'new-password'}
            maxLength={128}
            hint={isLogin ? undefined : 'Mínimo de 6 caracteres'}
          />
          {isLogin && <ForgotPasswordLink />}
          <SendButton
            size="large"
            className="mt-1"
            loadingLabel={isLogin ? 'Entrando...' : 'Criando conta...'}
          >
            {isLogin ? 'Entrar' : 'Criar conta'}
          </SendButton>
        </FailureForm>
      </div>
    </AccountFrame>
  );
}
