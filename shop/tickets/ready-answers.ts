import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';

export interface ReadyAnswer {
  id: string;
  title: string;
  body: string;
}

export const READY_ANSWER_LIMITS = { title: 80, body: 5000, count: 100 } as const;

export type SaveReadyAnswerResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'invalid'; fields: Partial<Record<'title' | 'body', string>> }
  | { ok: false; reason: 'not_found' | 'too_many' };

export async function listReadyAnswers(ctx: ShopContext): Promise<ReadyAnswer[]> {
  return ctx.db
    .selectFrom('ready_answers')
    .select(['id', 'title', 'body'])
    .orderBy('title')
    .orderBy('id')
    .limit(READY_ANSWER_LIMITS.count)
    .execute();
}

/** `id` null: a new one. The caller has checked the role. */
export async function saveReadyAnswer(
  ctx: ShopContext,
  { actorUserId, id, ...typed }: { actorUserId: string; id: string | null; title: string; body: string },
): Promise<SaveReadyAnswerResult> {
  const title = tidyLine(typed.title);
  const body = tidyParagraphs(typed.body);
  const fields: Partial<Record<'title' | 'body', string>> = {};
  if (title === '') fields.title = 'Dê um nome à resposta';
  else if (title.length > READY_ANSWER_LIMITS.title)
    fields.title = `O nome deve ter no máximo ${READY_ANSWER_LIMITS.title} caracteres`;
  if (body === '') fields.body = 'Escreva a resposta';
  else if (body.length > READY_ANSWER_LIMITS.body)
    fields.body = `A resposta deve ter no máximo ${READY_ANSWER_LIMITS.body} caracteres`;
  if (Object.keys(fields).length > 0) return { ok: false, reason: 'invalid', fields };
  return ctx.transaction(async (tx) => {
    if (id === null) {
      const { count } = await tx
        .selectFrom('ready_answers')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= READY_ANSWER_LIMITS.count) return { ok: false, reason: 'too_many' };
    }
    const saved =
      id === null
        ? await tx.insertInto('ready_answers').values({ title, body }).returning('id').executeTakeFirst()
        : await tx
            .updateTable('ready_answers')
            .set({ title, body })
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirst();
    if (!saved) return { ok: false, reason: 'not_found' };
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'ready_answer.saved',
      subject: { type: 'ready_answer', id: saved.id },
    });
    return { ok: true, id: saved.id };
  });
}

/** One that is gone already is gone. */
export async function deleteReadyAnswer(
  ctx: ShopContext,
  { actorUserId, id }: { actorUserId: string; id: string },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('ready_answers').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'ready_answer.deleted',
      subject: { type: 'ready_answer', id },
    });
  });
}

/** The words in braces become those of the thread; what the thread does not know is left out. */
export function fillReadyAnswer(
  body: string,
  { name, orderId, skin }: { name: string; orderId: string | null; skin: string | null },
): string {
  const first = name.trim().split(/\s+/)[0] ?? '';
  return body
    .replaceAll(/(?:, )?\{nome\}/g, (found) => (first === '' ? '' : found.replace('{nome}', () => first)))
    .replaceAll(/ ?\{pedido\}/g, (found) =>
      orderId === null ? '' : found.replace('{pedido}', `#${orderId.slice(0, 8)}`),
    )
    .replaceAll(/ ?\{skin\}/g, (found) => (skin === null ? '' : found.replace('{skin}', () => skin)));
}
