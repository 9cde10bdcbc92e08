import { z } from 'zod';
import { operation } from '#shop/operation.ts';
import { areKnownSkins } from './are-known-skins.ts';
import { checkFilesNow } from './check-files.ts';
import { skinFields } from './skin-fields.ts';

/** Whoever pressed the button waits for it. The job goes on with the rest. */
const LONGEST_MS = 20_000;

/** 'Verificar agora': of one skin, of a champion, or everything. */
export const checkKnownFiles = operation(
  {
    id: 'skin_files.check',
    who: 'files.manage',
    input: z.object(skinFields).partial(),
    output: z.object({ checked: z.number(), left: z.number() }),
    refusals: { unknown_skin: [404, 'not_found'], not_found: 404 },
    limit: 'check-files',
  },
  async (ctx, { actorUserId, championId, skinNum }) => {
    if (championId === undefined && skinNum !== undefined) return { ok: false, reason: 'malformed' };
    if (championId !== undefined && !(await areKnownSkins(ctx, [[championId, skinNum ?? null]])))
      return { ok: false, reason: 'unknown_skin' };
    const which = {
      ...(championId !== undefined && { championId }),
      ...(skinNum !== undefined && { skinNum }),
    };
    const done = await checkFilesNow(
      ctx,
      { actorUserId, ...which },
      { signal: AbortSignal.timeout(LONGEST_MS) },
    );
    if (skinNum !== undefined && done.checked + done.left === 0) return { ok: false, reason: 'not_found' };
    return { ok: true as const, ...done };
  },
);
