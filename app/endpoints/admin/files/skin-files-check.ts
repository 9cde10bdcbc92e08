import { z } from 'zod';
import { checkFilesNow } from '#shop/delivery/files/check-files.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import type { Route } from './+types/skin-files-check';
import { answerError } from '../../http/answer-error.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';
import { skinBody } from './skin-body.ts';

const bodySchema = z
  .object(skinBody)
  .partial()
  .refine(({ champion_id, skin_num }) => skin_num === undefined || champion_id !== undefined);

/** Whoever pressed the button waits for it. The job goes on with the rest. */
const LONGEST_MS = 20_000;

/** `POST /api/admin/skin-files/check {"champion_id"?,"skin_num"?}`: asks now whether the files are still there. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'files.manage', bodySchema, 'check-files');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const { champion_id: championId, skin_num: skinNum } = body;
  if (championId !== undefined && !(await areKnownSkins(shop, [[championId, skinNum ?? null]])))
    return answerError(404, 'not_found', requestId, 'Esta skin não existe no catálogo.');
  const done = await checkFilesNow(
    shop,
    {
      actorUserId: staff.user.id,
      ...(championId === undefined ? {} : { championId }),
      ...(skinNum === undefined ? {} : { skinNum }),
    },
    { signal: AbortSignal.timeout(LONGEST_MS) },
  );
  if (skinNum !== undefined && done.checked + done.left === 0)
    return answerError(404, 'not_found', requestId, 'A loja ainda não conhece um arquivo desta skin.');
  return Response.json(done, { headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
