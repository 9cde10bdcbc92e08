import { getShop, getVisitor } from '#app/request-context.ts';
import { drawBrandPicture } from '#shop/brand/draw-brand-picture.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { sendPicture } from './send-picture.ts';
import type { Route } from './+types/brand-picture';

/** `GET /marca/{picture}`: logo and icons of a brand of one's own. An address that is no longer in use leads nowhere. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const look = readLook(shop.settings);
  const [name] =
    Object.entries({ ...look.icons, logo: look.logo }).find(([, path]) => path === url.pathname) ?? [];
  if (name === undefined) return answerError(404, 'not_found', requestId);
  const drawn = shop.memory.brandPictures;
  let picture = drawn.get(url.pathname);
  if (!picture) {
    const outward = await limitCaller(context, 'draw-brand');
    if (outward instanceof Response) return outward;
    picture = (await drawBrandPicture(outward, name as keyof typeof look.icons | 'logo')) ?? undefined;
    if (!picture) return answerError(404, 'not_found', requestId);
    if (drawn.size >= 12) drawn.clear();
    drawn.set(url.pathname, picture);
  }
  return sendPicture(picture, 'png', { 'Cache-Control': 'public, max-age=31536000, immutable' });
}
