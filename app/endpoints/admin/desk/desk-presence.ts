import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import type { Route } from './+types/desk-presence';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { skinBody } from '../files/skin-body.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.union([z.object(skinBody), z.strictObject({})]);

/** `POST /api/admin/desk/presence {"champion_id","skin_num"}`, or `{}`: which skin the clerk has open on the desk. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'orders.deliver');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const shop = getShop(context);
  const open = 'champion_id' in body.value ? ([body.value.champion_id, body.value.skin_num] as const) : null;
  if (open && !(await areKnownSkins(shop, [open])))
    return answerError(404, 'not_found', requestId, 'Esta skin não existe no catálogo.');
  const skin = open && skinKey(...open);
  await shop.publish(shop.db, { topic: 'staff', event: 'desk', data: { userId: staff.user.id, skin } });
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
