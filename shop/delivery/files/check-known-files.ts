import { z } from 'zod';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { areKnownSkins, isKnownChampion } from './are-known-skins.ts';
import { checkFilesNow } from './check-files.ts';

/** Whoever pressed the button waits for it. The job goes on with the rest. */
const LONGEST_MS = 20_000;

/** 'Verificar agora': of one skin, of a champion, or everything. */
export const checkKnownFiles = operation(
  {
    id: 'skin_files.check',
    who: 'files.manage',
    input: z.object({
      championId: z
        .string()
        .max(100)
        .meta({ examples: ['Ahri'] })
        .optional(),
      sku: sku.optional(),
    }),
    output: z.object({ checked: z.number(), left: z.number() }),
    refusals: { unknown_skin: [404, 'not_found'], not_found: 404 },
    limit: 'check-files',
  },
  async (ctx, { actorUserId, championId, sku }) => {
    const isKnown =
      sku !== undefined
        ? await areKnownSkins(ctx, [sku])
        : championId === undefined || (await isKnownChampion(ctx, championId));
    if (!isKnown) return { ok: false, reason: 'unknown_skin' };
    const done = await checkFilesNow(
      ctx,
      { actorUserId, championId, sku },
      { signal: AbortSignal.timeout(LONGEST_MS) },
    );
    if (sku !== undefined && done.checked + done.left === 0) return { ok: false, reason: 'not_found' };
    return { ok: true as const, ...done };
  },
);
