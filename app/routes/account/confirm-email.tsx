import { data, Form, Link, useNavigation } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import {
  confirmAddress,
  readConfirmation,
  type Confirmation,
} from '#shop/accounts/profile/confirm-address.ts';
import { PRIVATE } from '../private-headers.ts';
import type { Route } from './+types/confirm-email';
import { AccountFrame } from './account-frame.tsx';

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Confirmar e-mail');

/** `/confirmar-email/{token}` (docs/rulings.md, 'Proved persons'). To open it changes nothing: mail scanners open each link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const user = (await getVisitor(context).session())?.user;
  const state: Confirmation | 'signed_out' = user
    ? await readConfirmation(getShop(context), { userId: user.id, email: user.email }, params.token)
    : 'signed_out';
  return data(
    { state, email: user?.email ?? '', isKnown: user?.emailVerified ?? false },
    { headers: PRIVATE },
  );
}

export async function action({ params, context }: Route.ActionArgs) {
  const { requestId, session } = getVisitor(context);
  const user = (await session())?.user;
  // The page asks them to sign in, and then again for the press.
  if (!user) return data(null, { status: 401 });
  const shop = getShop(context);
  const state = await confirmAddress(shop, { userId: user.id, email: user.email }, params.token);
  shop.log.info('security.address_confirmation', { requestId, accountId: user.id, state });
  return data(null, { status: state === 'done' ? 200 : 404 });
}

export default function ConfirmEmail({ loaderData, params }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST';
  const { state, email, isKnown } = loaderData;
  const address = <strong className="font-semibold [overflow-wrap:anywhere]">{email}</strong>;

  if (state === 'signed_out') {
    return (
      <AccountFrame title="Entre para confirmar">
        <p>
          Para confirmar o e-mail, entre na sua conta. Depois você volta para cá e aperta “Confirmar e-mail”.
        </p>
        <LinkButton
          to={`/auth?voltar=${encodeURIComponent(`/confirmar-email/${params.token}`)}`}
          className="mt-5 w-full"
        >
          Entrar
        </LinkButton>
        <p className="mt-5 text-sm text-muted">
          Não foi você quem criou a conta? Então não precisa fazer nada: sem entrar nela, ninguém confirma
          este e-mail.
        </p>
      </AccountFrame>
    );
  }
  if (state === 'ready') {
    return (
      <AccountFrame title="Confirme seu e-mail">
        <p>Confirme que {address} é seu e que esta conta é sua.</p>
        <Form method="post" className="mt-5">
          <Button
            type="submit"
            size="large"
            className="w-full"
            loading={isSending}
            loadingLabel="Confirmando..."
          >
            Confirmar e-mail
          </Button>
        </Form>
      </AccountFrame>
    );
  }
  if (state === 'done' || isKnown) {
    return (
      <AccountFrame title="E-mail confirmado">
        <p role="status">Pronto: {address} está confirmado.</p>
        <LinkButton to="/dashboard" className="mt-5 w-full">
          Ir para minha conta
        </LinkButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Este link não serve aqui">
      <p>O link venceu ou é de outra conta. Você entrou como {address}.</p>
      <LinkButton to="/dashboard/perfil#seguranca" className="mt-5 w-full">
        Pedir outro link no perfil
      </LinkButton>
      <Form method="post" action="/auth/sair" className="mt-3">
        <Button type="submit" variant="outline" className="w-full">
          Sair desta conta
        </Button>
      </Form>
      <p className="mt-4 text-sm text-muted">
        Se o link é de outra conta, saia desta e abra-o de novo. Dúvidas?{' '}
        <Link to="/contato" className="text-info underline underline-offset-2">
          Fale com o atendimento
        </Link>
        .
      </p>
    </AccountFrame>
  );
}
