import { answerForm } from '#app/doors/answer-form.ts';
import { noteRoute } from '#app/request-context.ts';
import type { ShopContext } from '#shop/context.ts';
import { callRoute } from './call-route.ts';
import { postForm } from './post-form.ts';
import { contextFor } from './visitor.ts';

/** A form of a screen as this user (null: nobody) sends it. `fields.do`: the operation. */
export async function sendForm(
  ctx: ShopContext,
  userId: string | null,
  path: string,
  fields: Record<string, string> | string[][],
) {
  const context = contextFor(ctx, userId);
  noteRoute(context, path);
  return (await callRoute(answerForm, { request: postForm(path, fields), context })).data;
}
