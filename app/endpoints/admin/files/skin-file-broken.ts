import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import type { Route } from './+types/skin-file-broken';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { presentSkinFile } from './present-skin-file.ts';
import { readSkin } from './read-skin.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.object({ broken: z.boolean() });

/** `POST /api/admin/skin-files/{championId}/{skinNum}/broken {"broken":true}` → the skin's file. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'files.manage');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const skin = readSkin(params);
  const marked = skin
    ? await markBroken(getShop(context), { actorUserId: staff.user.id, ...skin, ...body.value })
    : null;
  return marked?.ok
    ? Response.json(presentSkinFile(marked.file), { headers: { 'Cache-Control': 'no-store' } })
    : answerError(404, 'not_found', requestId, 'A loja ainda não conhece um arquivo desta skin.');
}

export const loader = refuseGet;
