import { data, redirect } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readAuthFailure } from '#app/routes/account/auth-failure.ts';
import { forwardCookies } from '#app/routes/account/forward-cookies.ts';
import { runServerAction } from '#app/routes/account/run-server-action.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { showToastAfterNavigation } from '#app/ui/feedback/toast.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { preserveForm } from '../preserve-form.ts';
import { askToWait } from '../pass-retry-after.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/delete-account';

const TITLE = 'Erro ao excluir conta';
const IMPOSSIBLE = 'Não foi possível excluir sua conta.';

export interface DeleteAnswer {
  failure: ScreenFailure;
}

export function loader() {
  throw redirect('/dashboard/perfil');
}

/** The form of the dialog: the password proves that the owner asks. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const refuse = (status: number, failure: ScreenFailure) => data<DeleteAnswer>({ failure }, { status });
  const password = textOf(await readForm(request), 'current');
  const session = await visitor.session();
  const proof = await visitor.authenticate('verify-password', { password });
  if (!session || !proof.ok) {
    const { code, failure, init } = await readAuthFailure(context, proof, TITLE);
    shop.log.warn(TITLE, { requestId: visitor.requestId, code });
    return data<DeleteAnswer>({ failure }, proof.ok ? { status: 401 } : init);
  }
  try {
    const caller = { userId: session.user.id, address: visitor.ip };
    const reached = await allowOutwardCall(shop, 'delete-account', caller);
    if (!reached.ok) {
      const { retryAfterSeconds } = reached;
      return data<DeleteAnswer>(
        { failure: { title: TITLE, description: describeWait(retryAfterSeconds) } },
        askToWait(context, retryAfterSeconds),
      );
    }
    const result = await deleteAccount(reached.ctx, session.user.id);
    if (!result.ok) {
      switch (result.reason) {
        case 'undelivered_order':
          return refuse(409, {
            title: TITLE,
            description: `${IMPOSSIBLE} Você tem um pedido pago que ainda não foi entregue: espere a entrega ou entre em contato com o suporte.`,
          });
        case 'payment_under_review':
          return refuse(409, {
            title: TITLE,
            description: `${IMPOSSIBLE} Um pagamento seu está em análise. Entre em contato com o suporte.`,
          });
        case 'refund_open':
          return refuse(409, {
            title: TITLE,
            description: `${IMPOSSIBLE} Você ainda tem um valor a receber de volta. Assim que ele for devolvido, a conta pode ser excluída.`,
          });
        case 'last_owner':
          return refuse(409, {
            title: TITLE,
            description: `${IMPOSSIBLE} Você é o único dono da loja: antes, dê o papel de dono a outra pessoa em Equipe, no painel.`,
          });
        case 'unknown_account':
          break;
      }
    }
  } catch (error) {
    shop.log.error(TITLE, { requestId: visitor.requestId, error });
    return refuse(503, { title: TITLE, description: `${IMPOSSIBLE} Entre em contato com o suporte.` });
  }
  // The session is gone with its account; this takes the cookie away.
  const signedOut = await visitor.authenticate('sign-out', {});
  throw redirect('/', { headers: forwardCookies(signedOut) });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const remove = () =>
    runServerAction(serverAction, () =>
      showToastAfterNavigation(() => ({ title: 'Conta excluída', tone: 'success' })),
    );
  return preserveForm({ request, title: TITLE }, remove, (failure): DeleteAnswer => ({ failure }));
}
