import { data, Form, redirect, useNavigation } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { AskedEmailField } from '#app/ui/form/asked-email-field.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { suggestEmail } from '#app/ui/form/suggest-email.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { correctGift, type CorrectGiftResult } from '#shop/gifts/correct-gift.ts';
import { readCorrection } from '#shop/gifts/read-correction.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { EMAIL_QUESTION } from '../account/auth-form.ts';
import { preserveForm } from '../preserve-form.ts';
import { loadScreen } from '../load-screen.ts';
import { askToWait } from '../pass-retry-after.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/gift-address';
import { requireSession } from './require-session.ts';

const REFUSED = 'E-mail não corrigido';
const FAILURE = { title: 'Erro ao carregar pedido', description: 'Não foi possível carregar o pedido.' };

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

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user } = await requireSession(context, url);
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const found = isUuid(params.id)
      ? await readCorrection(shop, { userId: user.id, orderId: params.id.toLowerCase() })
      : null;
    if (!found) return data({ gift: null }, { status: 404 });
    const { refusal, ...gift } = found;
    return { gift, orderId: params.id.toLowerCase(), closed: refusal && WHY[refusal][1] };
  });
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
  const { user } = await requireSession(context, url);
  const form = await readForm(request);
  const email = textOf(form, 'email').trim();
  const refuse = (description: string, init: ResponseInit | number, title = REFUSED) =>
    data<GiftAddressAnswer>({ failure: { title, description, field: 'email' }, typed: { email } }, init);
  const meant = suggestEmail(email);
  // Once for each address: sent again, it is taken at its word.
  if (meant !== null && textOf(form, 'asked').trim() !== email)
    return refuse(`Você quis dizer ${meant}?`, 400, EMAIL_QUESTION);
  const caller = { address: getVisitor(context).ip, userId: user.id };
  const reached = await allowOutwardCall(getShop(context), 'correct-gift', caller);
  if (!reached.ok)
    return refuse(describeWait(reached.retryAfterSeconds), askToWait(context, reached.retryAfterSeconds));
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
export default function GiftAddress({ loaderData, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(actionData?.failure);
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (loaderData.gift === null) return <NotFoundScreen />;
  const { gift, orderId, closed } = loaderData;
  return (
    <div className="max-w-[720px]">
      <h1 className="text-xl sm:text-2xl">Corrigir e-mail do presente</h1>
      <p className="mt-1 text-muted">Pedido #{orderId.slice(0, 8)}</p>
      {closed === null ? (
        <Form
          ref={form}
          method="post"
          noValidate
          className="mt-6 flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
        >
          <FailureNote failure={actionData?.failure} />
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
            {...markOf('email')}
          />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <LinkButton to="/dashboard/pedidos" variant="outline">
              Voltar
            </LinkButton>
            <Button type="submit" loading={isSending} loadingLabel="Corrigindo...">
              Corrigir e-mail
            </Button>
          </div>
        </Form>
      ) : (
        <div className="mt-6 flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-6">
          {actionData ? <FailureNote failure={actionData.failure} /> : <p>{closed}</p>}
          <LinkButton to="/dashboard/pedidos" variant="outline">
            Ver meus pedidos
          </LinkButton>
        </div>
      )}
    </div>
  );
}
