import { data, redirect } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { askAuth } from '#app/routes/account/auth-failure.ts';
import { forwardCookies } from '#app/routes/account/forward-cookies.ts';
import { runServerAction } from '#app/routes/account/run-server-action.ts';
import { deleteAccount, type DeleteAccountResult } from '#shop/accounts/profile/delete-account.ts';
import { limitForm } from '../limit-form.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/delete-account';
import type { DialogAnswer } from './dialog-form.tsx';

const TITLE = 'Erro ao excluir conta';
const IMPOSSIBLE = 'Não foi possível excluir sua conta.';

/** null: it is gone already. */
const WHY: Record<Extract<DeleteAccountResult, { ok: false }>['reason'], string | null> = {
  undelivered_order: `${IMPOSSIBLE} Você tem um pedido pago que ainda não foi entregue: espere a entrega ou entre em contato com o suporte.`,
  payment_under_review: `${IMPOSSIBLE} Um pagamento seu está em análise. Entre em contato com o suporte.`,
  asked_back: `${IMPOSSIBLE} Você pediu a devolução de um pedido, e a equipe ainda não respondeu.`,
  refund_open: `${IMPOSSIBLE} Você ainda tem um valor a receber de volta. Assim que ele for devolvido, a conta pode ser excluída.`,
  last_owner: `${IMPOSSIBLE} Você é o único dono da loja: antes, dê o papel de dono a outra pessoa em Equipe, no painel.`,
  unknown_account: null,
};

export function loader() {
  throw redirect('/dashboard/perfil');
}

/** The form of the dialog: the password proves that the owner asks. */
export async function action({ context, request }: Route.ActionArgs) {
  const visitor = getVisitor(context);
  const refuse = (init: ResponseInit | null, description: string) =>
    data<DialogAnswer>({ failure: { title: TITLE, description } }, init ?? {});
  const password = textOf(await readForm(request), 'current');
  const session = await visitor.session();
  const proof = await askAuth(context, { title: TITLE }, 'verify-password', { password });
  if (!proof.ok) return data<DialogAnswer>({ failure: proof.failure }, proof.init);
  if (!session) return refuse({ status: 401 }, 'Sua sessão terminou. Entre de novo.');
  try {
    const reached = await limitForm(context, 'delete-account', session.user.id);
    if (!reached.ok) return refuse(reached.refusal.init, reached.refusal.data.message);
    const result = await deleteAccount(reached.ctx, session.user.id);
    const why = result.ok ? null : WHY[result.reason];
    if (why !== null) return refuse({ status: 409 }, why);
  } catch (error) {
    getShop(context).log.error(TITLE, { requestId: visitor.requestId, error });
    return refuse({ status: 503 }, `${IMPOSSIBLE} Entre em contato com o suporte.`);
  }
  // The session is gone with its account; this takes the cookie away.
  const signedOut = await visitor.authenticate('sign-out', {});
  throw redirect('/', { headers: forwardCookies(signedOut) });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm(
    { request, title: TITLE },
    () => runServerAction(serverAction, () => ({ title: 'Conta excluída' })),
    (failure): DialogAnswer => ({ failure }),
  );
