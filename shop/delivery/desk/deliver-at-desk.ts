import { z } from 'zod';
import { awaitVerdict } from '#shop/delivery/examining/await-verdict.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import { id, sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { deliverSkin } from './deliver-skin.ts';
import { holdDelivery } from './hold-delivery.ts';

const ids = z.array(z.string());
const NOTHING = { ok: true as const, completed: [], waitingForOthers: [], failed: [] };

/**
 * One link or stored file for whoever waits for a skin. `ask`: what another skin has already is a question first.
 * `undo`: it can be taken back for some seconds, and happens then.
 */
export const deliverAtDesk = operation(
  {
    id: 'desk.deliver',
    who: 'orders.deliver',
    input: z.object({
      sku,
      link: z.string().max(10_000).optional(),
      fileId: id().optional(),
      onlyThisOrder: id().optional(),
      ask: z.boolean().default(false),
      undo: z.boolean().default(false),
    }),
    output: z.object({
      completed: ids,
      waitingForOthers: ids,
      failed: z.array(z.object({ id: z.string(), reason: z.string() })),
      /** null: nobody waits for the skin any more. */
      held: z.object({ id: z.string(), dueAt: z.date() }).nullish(),
    }),
    refusals: {
      not_found: 404,
      of_other_skin: 409,
      held_already: 409,
      invalid_link: 422,
      unknown_file: 422,
      withheld_file: 409,
    },
    limit: 'deliver-skin',
  },
  async (ctx, { link, fileId, onlyThisOrder, ask, undo, ...named }) => {
    const content = fileId ? { fileId } : { link: link ?? '' };
    if ((link === undefined) === (fileId === undefined) || (undo && onlyThisOrder))
      return { ok: false, reason: 'malformed' };
    if (!(await areKnownSkins(ctx, [named.sku]))) return { ok: false, reason: 'not_found' };
    if (fileId !== undefined) await awaitVerdict(ctx, fileId);
    const given = { ...named, content, asks: ask };
    if (!undo) return deliverSkin(ctx, { ...given, onlyOrderId: onlyThisOrder });
    const held = await holdDelivery(ctx, given);
    return held.ok ? { ...NOTHING, held: held.held } : held;
  },
);
