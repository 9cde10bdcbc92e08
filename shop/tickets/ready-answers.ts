import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { AuditAction } from '#shop/audit/audit-action.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';
import { words } from './check-words.ts';
import { READY_ANSWER_LIMITS } from './ticket.ts';

export interface ReadyAnswer {
  id: string;
  title: string;
  body: string;
}

export async function listReadyAnswers(ctx: ShopContext): Promise<ReadyAnswer[]> {
  return ctx.db
    .selectFrom('ready_answers')
    .select(['id', 'title', 'body'])
    .orderBy('title')
    .orderBy('id')
    .limit(READY_ANSWER_LIMITS.count)
    .execute();
}

const described = { who: 'tickets', output: nothing } as const;
const fields = {
  title: words(tidyLine, READY_ANSWER_LIMITS.title, 'O nome', 'Dê um nome à resposta'),
  body: words(tidyParagraphs, READY_ANSWER_LIMITS.body, 'A resposta', 'Escreva a resposta'),
};

export const createReadyAnswer = operation(
  { ...described, id: 'ready_answers.create', input: z.object(fields), refusals: { too_many: 422 } },
  (ctx, { actorUserId, title, body }) =>
    ctx.transaction(async (tx) => {
      const { count } = await tx
        .selectFrom('ready_answers')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= READY_ANSWER_LIMITS.count) return { ok: false, reason: 'too_many' };
      const made = tx.insertInto('ready_answers').values({ title, body }).returning('id');
      await note(ctx, tx, actorUserId, 'ready_answer.saved', (await made.executeTakeFirstOrThrow()).id);
      return { ok: true as const };
    }),
);

/** `gone`: no 404, after which the screen would be loaded anew without what was typed. */
export const updateReadyAnswer = operation(
  {
    ...described,
    id: 'ready_answers.update',
    input: z.object({ answerId: id(), ...fields }),
    refusals: { gone: 422 },
  },
  (ctx, { actorUserId, answerId, title, body }) =>
    ctx.transaction(async (tx) => {
      const saved = await tx
        .updateTable('ready_answers')
        .set({ title, body })
        .where('id', '=', answerId)
        .executeTakeFirst();
      if (saved.numUpdatedRows === 0n) return { ok: false, reason: 'gone' };
      await note(ctx, tx, actorUserId, 'ready_answer.saved', answerId);
      return { ok: true as const };
    }),
);

/** One that is gone already is gone. */
export const deleteReadyAnswer = operation(
  { ...described, id: 'ready_answers.delete', input: z.object({ answerId: id() }), refusals: {} },
  (ctx, { actorUserId, answerId }) =>
    ctx.transaction(async (tx) => {
      const gone = await tx.deleteFrom('ready_answers').where('id', '=', answerId).executeTakeFirst();
      if (gone.numDeletedRows > 0n) await note(ctx, tx, actorUserId, 'ready_answer.deleted', answerId);
      return { ok: true as const };
    }),
);

const note = (ctx: ShopContext, tx: Tx, actorUserId: string, action: AuditAction, answerId: string) =>
  recordAudit(ctx, tx, { actorUserId, action, subject: { type: 'ready_answer', id: answerId } });

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
