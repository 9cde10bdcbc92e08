import { data, redirect, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { SESSION_ENDED } from '#app/routes/messages/message-answer.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { deleteReview } from '#shop/reviews/delete-review.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import { askToWait } from '../../pass-retry-after.ts';
import { readForm, textOf } from '../../read-form.ts';
import { DONE_PARAM, type Done, type ReviewAnswer } from './review-answer.ts';

/** The owner's form on the page of a skin, which works without scripts: it is kept, or the page comes back with it. */
export async function postReview(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: { championId: string; skinNum: string },
) {
  const shop = getShop(context);
  const form = await readForm(request);
  const typed = { stars: Number(textOf(form, 'stars')), text: textOf(form, 'text') };
  const refuse = (init: { status: number }, description: string, field?: string) =>
    data<ReviewAnswer>(
      { failure: { title: 'Avaliação não salva', description, ...(field && { field }) }, typed },
      init,
    );
  const session = await getVisitor(context).session();
  if (!session) return refuse({ status: 401 }, SESSION_ENDED);
  const skin = getShop(context)
    .catalog.current()
    .findSkin(params.championId, /^\d{1,6}$/.test(params.skinNum) ? Number(params.skinNum) : 0);
  if (!skin) throw data(null, { status: 404 });
  const own = { userId: session.user.id, skin: { championId: skin.championId, skinNum: skin.num } };
  const leadBack = (done: Done) =>
    redirect(`/loja/skin/${skin.championId}/${skin.num}?${DONE_PARAM}=${done}#avaliacoes`, 303);

  if (form.get('do') === 'delete') {
    const deleted = await deleteReview(shop, own);
    if (deleted.ok || deleted.reason === 'not_found') return leadBack('apagada');
    const { retryAfterSeconds } = deleted;
    return refuse(askToWait(context, retryAfterSeconds), describeWait(retryAfterSeconds));
  }
  const saved = await saveReview(shop, { ...own, review: typed });
  if (saved.ok) return leadBack('salva');
  switch (saved.reason) {
    case 'invalid':
      return refuse({ status: 422 }, saved.message, saved.field);
    case 'not_owned':
      return refuse({ status: 422 }, 'Só quem tem esta skin na coleção pode avaliar.');
    case 'too_many_tries':
      return refuse(askToWait(context, saved.retryAfterSeconds), describeWait(saved.retryAfterSeconds));
  }
}
