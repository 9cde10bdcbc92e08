import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { listSkinFiles, searchSkinFiles } from '#shop/delivery/files/list-skin-files.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import type { Route } from './+types/skin-files';
import { answerError } from '../../http/answer-error.ts';
import { answerPage } from '../../http/answer-page.ts';
import { presentSkinFile } from './present-skin-file.ts';
import { staffSession } from '../staff-session.ts';

const querySchema = z.object({
  q: z.string().default(''),
  cursor: z
    .string()
    .refine((cursor) => cursor === '' || readCursor(cursor) !== null)
    .optional(),
});

/** `GET /api/admin/skin-files?q=&cursor=`: the files that the shop knows, the last changed first. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'files.manage');
  if (staff instanceof Response) return staff;
  const query = querySchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) return answerError(400, 'malformed', getVisitor(context).requestId);
  const { q, cursor } = query.data;
  const shop = getShop(context);
  if (q.trim() === '')
    return answerPage(await listSkinFiles(shop, { cursor: cursor || null }), presentSkinFile);
  const { found } = await searchSkinFiles(shop, q);
  const entries = found.flatMap(({ file }) => file ?? []);
  return answerPage({ entries, nextCursor: null }, presentSkinFile);
}
