import { getVisitor } from '#app/request-context.ts';
import { changePicture, type PictureKind } from '#shop/accounts/profile/change-picture.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { Route } from './+types/profile-picture';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { acquireUploadSlot } from './acquire-upload-slot.ts';

const KINDS = { avatar: 'avatar', capa: 'cover' } as const;

/** `POST /dashboard/perfil/imagem/{avatar|capa}`: multipart, one file named `picture`. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const { requestId } = visitor;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const kind = Object.hasOwn(KINDS, params.kind) ? KINDS[params.kind as keyof typeof KINDS] : null;
  if (!kind) return answerError(404, 'not_found', requestId);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  const shop = await limitCaller(context, 'upload', session.user.id);
  if (shop instanceof Response) return shop;
  const slot = acquireUploadSlot(shop, session.user.id);
  if (!slot) return answerBusy(requestId);
  try {
    return await takePicture(shop, request, { userId: session.user.id, kind, requestId });
  } finally {
    slot.release();
  }
}

async function takePicture(
  shop: OutwardContext,
  request: Request,
  { userId, kind, requestId }: { userId: string; kind: PictureKind; requestId: string },
): Promise<Response> {
  const picture = (await request.formData().catch(() => null))?.get('picture');
  if (!(picture instanceof Blob)) return answerError(400, 'malformed', requestId);

  try {
    const source = Buffer.from(await picture.arrayBuffer());
    const result = await changePicture(shop, { userId, kind, source });
    if (result.ok) return Response.json({ ok: true });
    switch (result.reason) {
      case 'too_large':
        return answerError(413, 'too_large', requestId, 'A imagem deve ter no máximo 8 MB.');
      case 'too_many_pixels':
        return answerError(422, 'too_many_pixels', requestId, 'A imagem deve ter no máximo 24 megapixels.');
      case 'not_a_picture':
        return answerError(422, 'not_a_picture', requestId, 'Envie uma imagem JPEG, PNG ou WebP.');
      case 'storage_away':
        return answerError(
          503,
          'unavailable',
          requestId,
          'Não conseguimos guardar a imagem agora. A de antes continua; tente de novo em instantes.',
        );
      case 'busy':
        return answerBusy(requestId);
    }
  } catch (error) {
    shop.log.error(kind === 'avatar' ? 'Erro ao atualizar avatar' : 'Erro ao atualizar capa', {
      requestId,
      error,
    });
    return answerError(500, 'internal_error', requestId);
  }
}

function answerBusy(requestId: string): Response {
  const message = 'Muitas imagens ao mesmo tempo. Tente de novo em instantes.';
  return answerError(503, 'busy', requestId, message, { headers: { 'Retry-After': '5' } });
}

export const loader = refuseGet;
