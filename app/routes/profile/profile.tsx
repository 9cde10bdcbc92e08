import { data, Link } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { loadOwn } from '#app/routes/dashboard/load-own.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { changeDisplayName } from '#shop/accounts/profile/change-display-name.ts';
import { listSessions } from '#shop/accounts/sessions/list-sessions.ts';
import { readPictures } from '#shop/accounts/profile/read-pictures.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { preserveForm } from '../preserve-form.ts';
import { SESSION_ENDED } from '../messages/message-answer.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/profile';
import { ChangePassword } from './change-password-dialog.tsx';
import { DeleteAccount } from './delete-account-dialog.tsx';
import { NameForm, type NameAnswer } from './name-form.tsx';
import { ProfilePictures } from './profile-pictures.tsx';
import { ProfileSection } from './profile-section.tsx';
import { PushSection } from './push-section.tsx';
import { SecuritySection } from './security-section.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Perfil');

const FAILURE = { title: 'Erro ao carregar perfil', description: 'Não foi possível carregar seu perfil.' };

export function loader(args: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { id, user, hasSecondFactor, owesSecondFactor }) => {
    const [{ avatar_key, cover_key }, sessions] = await Promise.all([
      readPictures(shop, user.id),
      listSessions(shop, { userId: user.id, currentId: id }),
    ]);
    return {
      name: user.name,
      email: user.email,
      avatar: avatar_key && `/${avatar_key}`,
      cover: cover_key && `/${cover_key}`,
      security: { isEmailConfirmed: user.emailVerified, hasSecondFactor, owesSecondFactor, sessions },
    };
  });
}

const TITLE = 'Erro ao atualizar perfil';

export async function action({ context, request }: Route.ActionArgs) {
  const shop = getShop(context);
  const { session, requestId } = getVisitor(context);
  const name = textOf(await readForm(request), 'name');
  const refuse = (status: number, description: string) =>
    data<NameAnswer>({ failure: { title: TITLE, description, field: 'name' }, name }, { status });
  try {
    const user = (await session())?.user;
    if (!user) return refuse(401, SESSION_ENDED);
    const result = await changeDisplayName(shop, { userId: user.id, name });
    if (!result.ok) return refuse(422, result.message);
    return data<NameAnswer>({ failure: undefined, name: result.name });
  } catch (error) {
    shop.log.error(TITLE, { requestId, error });
    return refuse(503, 'Não foi possível salvar seu nome. Tente de novo em instantes.');
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const name = textOf(await request.clone().formData(), 'name');
  return preserveForm({ request, title: TITLE }, serverAction, (failure): NameAnswer => ({
    failure: { ...failure, field: 'name' },
    name,
  }));
}

export default function Profile({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  // A password changed elsewhere ends this session: the next look at the server leads to the login.
  useLiveRefresh('orders');
  if ('failure' in loaderData) {
    return (
      <>
        <h1 className="text-xl sm:text-2xl">Perfil</h1>
        <LoadFailure {...loaderData.failure} />
      </>
    );
  }
  return (
    <>
      <h1 className="text-xl sm:text-2xl">Perfil</h1>
      <p className="mt-1 text-muted">Seus dados e a segurança da sua conta.</p>
      {/* Who one is on the left, what keeps it safe on the right: one column until both have room. */}
      <div className="mt-6 grid max-w-[720px] gap-4 xl:max-w-none xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:items-start xl:gap-6">
        <div className="flex flex-col gap-4">
          <ProfilePictures
            name={loaderData.name || loaderData.email}
            avatar={loaderData.avatar}
            cover={loaderData.cover}
          />
          <ProfileSection title="Seus dados">
            <NameForm name={loaderData.name} answer={actionData}>
              <TextField
                label="Email"
                type="email"
                value={loaderData.email}
                readOnly
                autoComplete="email"
                hint="O email não pode ser alterado"
              />
              <p className="-mt-2 text-xs text-muted">
                Errou o endereço ou perdeu o acesso a ele?{' '}
                <Link to="/dashboard/suporte" className="text-accent underline underline-offset-2">
                  Fale com o suporte
                </Link>
                , que troca o e-mail depois de conferir que a conta é sua.
              </p>
            </NameForm>
          </ProfileSection>
        </div>
        <div className="flex flex-col gap-4">
          <ProfileSection
            title="Senha"
            note="Ao trocar a senha, as outras sessões da sua conta são encerradas."
          >
            <ChangePassword email={loaderData.email} />
          </ProfileSection>
          <PushSection />
          <SecuritySection email={loaderData.email} security={loaderData.security} />
          <ProfileSection
            title="Excluir conta"
            note="Apaga sua conta e sua coleção para sempre. Baixe suas skins antes."
          >
            <DeleteAccount email={loaderData.email} />
          </ProfileSection>
        </div>
      </div>
    </>
  );
}
