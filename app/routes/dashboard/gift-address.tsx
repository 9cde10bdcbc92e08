import { data, redirect } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getVisitor } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { AskedEmailField } from '#app/ui/form/asked-email-field.tsx';
import { SendButton } from '#app/ui/form/failure-form.tsx';
import { suggestEmail } from '#app/ui/form/suggest-email.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { correctGift, type CorrectGiftResult } from '#shop/gifts/correct-gift.ts';
import { readCorrection } from '#shop/gifts/read-correction.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { EMAIL_QUESTION } from '../account/auth-form.ts';
import { limitForm } from '../limit-form.ts';
import { SESSION_ENDED } from '../messages/message-answer.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/gift-address';
import { loadOwn } from './load-own.ts';
import { FAILURE, OrderForm } from './order-form.tsx';

const REFUSED = 'E-mail não corrigido';

interface GiftAddressAnswer {
  failure: ScreenFailure;
  typed: { email: string };
}

const WHY: Record<Extract<CorrectGiftResult, { ok: false }>['reason'], [status: number, sentence: string]> = {
  not_found: [404, 'Pedido não encontrado.'],
  not_gift: [409, 'Este pedido não é um presente.'],
  invalid_email: [422, 'Informe o e-mail de quem recebe o presente'],
  same: [422, 'O presente já vai para este e-mail.'],
  claimed: [409, 'Este presente já foi aberto: o e-mail dele não muda mais.'],
  over: [409, 'Este presente não espera mais por ninguém: o e-mail dele não muda mais.'],
  going_back: [409, 'Você pediu a devolução deste presente. Enquanto ela não é decidida, o e-mail não muda.'],
  too_often: [409, 'O e-mail deste presente já foi corrigido três vezes. Fale com o suporte.'],
};

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Corrigir e-mail do presente');

export function loader({ params, ...args }: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const found = isUuid(params.id)
      ? await readCorrection(shop, { userId: user.id, orderId: params.id.toLowerCase() })
      : null;
    if (!found) return data({ gift: null }, { status: 404 });
    const { refusal, ...gift } = found;
    return { gift, orderId: params.id.toLowerCase(), closed: refusal && WHY[refusal][1] };
  });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const user = (await getVisitor(context).session())?.user;
  const form = await readForm(request);
  const email = textOf(form, 'email').trim();
  const refuse = (description: string, init: ResponseInit | number, title = REFUSED) =>
    data<GiftAddressAnswer>({ failure: { title, description, field: 'email' }, typed: { email } }, init);
  if (!user) return refuse(SESSION_ENDED, 401);
  const meant = suggestEmail(email);
  // Once for each address: sent again, it is taken at its word.
  if (meant !== null && textOf(form, 'asked').trim() !== email)
    return refuse(`Você quis dizer ${meant}?`, 400, EMAIL_QUESTION);
  const reached = await limitForm(context, 'correct-gift', user.id);
  if (!reached.ok) return refuse(reached.refusal.data.message, 429);
  const orderId = params.id.toLowerCase();
  const result = isUuid(orderId)
    ? await correctGift(reached.ctx, { userId: user.id, orderId, email })
    : ({ ok: false, reason: 'not_found' } as const);
  if (result.ok) return redirect(`/dashboard/pedidos#pedido-${orderId}`);
  const [status, sentence] = WHY[result.reason];
  return refuse(sentence, status);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: REFUSED }, serverAction, (failure): GiftAddressAnswer => ({
    failure,
    typed: { email: '' },
  }));

/** The address of a gift that nobody opened, with a slip in it. */
export default function GiftAddress({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (loaderData.gift === null) return <NotFoundScreen />;
  const { gift, orderId, closed } = loaderData;
  return (
    <OrderForm
      title="Corrigir e-mail do presente"
      order={orderId.slice(0, 8)}
      closed={closed}
      failure={actionData?.failure}
      leave="Voltar"
      button={<SendButton loadingLabel="Corrigindo...">Corrigir e-mail</SendButton>}
    >
      {gift.receiverEmail !== null && (
        <p>
          Agora ele vai para <strong className="font-semibold break-words">{gift.receiverEmail}</strong>.
        </p>
      )}
      <p className="text-muted">
        {gift.isPaid
          ? 'O link que já saiu para de funcionar, e só o novo e-mail recebe outro. O prazo de 90 dias continua o mesmo.'
          : 'O presente sai para o novo e-mail assim que o pagamento chegar.'}
      </p>
      <AskedEmailField
        label="E-mail de quem recebe"
        autoComplete="off"
        required
        typed={actionData?.typed}
        isAsked={actionData?.failure.title === EMAIL_QUESTION}
      />
    </OrderForm>
  );
}
