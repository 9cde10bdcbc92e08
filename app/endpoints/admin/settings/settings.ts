import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { showSettings } from '#shop/settings/show-settings.ts';
import type { Route } from './+types/settings';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { presentSettingFields, presentSettings, readSettingEntries } from './present-settings.ts';
import { staffSession } from '../staff-session.ts';

const NO_STORE = { 'Cache-Control': 'private, no-store' };

/** `GET /api/admin/settings`: all settings by name, secrets masked. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'settings');
  if (staff instanceof Response) return staff;
  return Response.json(presentSettings(await showSettings(getShop(context))), { headers: NO_STORE });
}

/** Every name as it was sent: a record of zod would leave `__proto__` out, and the call would say that all went well. */
const settingsBody = z.custom<Record<string, unknown>>(
  (body) => typeof body === 'object' && body !== null && !Array.isArray(body),
);

/** `PUT /api/admin/settings`: changes those that the body names, all or none, and answers with all. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'settings');
  if (staff instanceof Response) return staff;
  if (request.method !== 'PUT') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, settingsBody);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const shop = getShop(context);
  const { entries, unknown } = readSettingEntries(body.value);
  const refuse = (fields: Record<string, string>) =>
    answerError(422, 'invalid', requestId, undefined, { fields });
  if (unknown.length > 0) {
    return refuse(Object.fromEntries(unknown.map((name) => [name, 'Esta configuração não existe.'])));
  }
  const saved = await saveSettings(shop, { actorUserId: staff.user.id, entries });
  if (!saved.ok) return refuse(presentSettingFields(saved.fields));
  return Response.json(presentSettings(await showSettings(shop)), { headers: NO_STORE });
}
