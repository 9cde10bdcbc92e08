import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { saveSkinFile, type SaveSkinFileResult } from '#shop/delivery/files/save-skin-file.ts';
import type { Route } from './+types/skin-file';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { presentSkinFile } from './present-skin-file.ts';
import { readSkin } from './read-skin.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z
  .object({
    link: z.string().max(10_000).optional(),
    file_id: z.string().refine(isUuid).optional(),
    auto: z.boolean().optional(),
  })
  .refine(({ link, file_id }) => link === undefined || file_id === undefined);

/** `PUT /api/admin/skin-files/{championId}/{skinNum} {"link"|"file_id","auto"}` → the skin's file; what is absent stays. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'files.manage');
  if (staff instanceof Response) return staff;
  if (request.method !== 'PUT') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const skin = readSkin(params);
  const saved: SaveSkinFileResult = skin
    ? await saveSkinFile(getShop(context), {
        actorUserId: staff.user.id,
        ...skin,
        link: body.value.link,
        fileId: body.value.file_id?.toLowerCase(),
        auto: body.value.auto,
      })
    : { ok: false, reason: 'unknown_skin' };
  if (saved.ok)
    return Response.json(presentSkinFile(saved.file), { headers: { 'Cache-Control': 'no-store' } });
  const aboutLink = (message: string) =>
    answerError(422, saved.reason, requestId, message, { fields: { link: message } });
  switch (saved.reason) {
    case 'unknown_skin':
      return answerError(404, 'not_found', requestId, 'Esta skin não existe no catálogo.');
    case 'unknown_file': {
      const message = 'Este arquivo não está na loja. Envie de novo.';
      return answerError(422, 'unknown_file', requestId, message, { fields: { file_id: message } });
    }
    case 'no_link':
      return aboutLink('Informe o link.');
    case 'invalid_link':
      return aboutLink(saved.message);
  }
}

export const loader = refuseGet;
