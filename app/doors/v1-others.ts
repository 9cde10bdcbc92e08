import type { RouterContextProvider } from 'react-router';
import { keepSentFile } from '#app/endpoints/admin/files/keep-sent-file.ts';
import { answerEvidence } from '#app/endpoints/admin/orders/answer-evidence.tsx';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import { getVisitor } from '#app/request-context.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Program } from '#shop/programs/open-key.ts';
import { scopesNow, type Scope } from '#shop/programs/scopes.ts';
import type { Method } from './api.ts';

/** A call that is no operation with JSON on both sides. */
interface OtherCall {
  id: string;
  /** null: any key. */
  opens: { right: Right; scope: Scope } | null;
  /** Its body is streamed, and its answer says the `sha256` of its file. */
  isFile?: true;
  /** Parts of its description. */
  says: object;
  answer(asked: {
    shop: ShopContext;
    context: Readonly<RouterContextProvider>;
    request: Request;
    params: Record<string, string>;
    program: Program;
  }): Promise<Response> | Response;
}

const text = { type: 'string' };
const json = (properties: Record<string, object>) => ({
  description: 'Feito',
  content: {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  },
});

export const OTHERS: Readonly<Record<string, Readonly<Partial<Record<Method, OtherCall>>>>> = {
  '/api/v1/me': {
    GET: {
      id: 'programs.me',
      opens: null,
      says: {
        responses: {
          200: json({
            name: text,
            scopes: { type: 'array', items: text },
            expires_at: { type: ['string', 'null'], format: 'date-time' },
          }),
        },
      },
      answer: ({ program }) =>
        Response.json(
          {
            name: program.name,
            scopes: scopesNow(program),
            expires_at: program.expiresAt?.toISOString() ?? null,
          },
          { headers: NO_STORE },
        ),
    },
  },
  '/api/v1/files': {
    POST: {
      id: 'files.keep',
      isFile: true,
      opens: { right: 'files.manage', scope: 'files:write' },
      says: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { ...text, format: 'binary' } },
                required: ['file'],
              },
            },
          },
        },
        responses: { 200: json({ id: text, sha256: text, size: { type: 'integer' }, name: text }) },
      },
      answer: ({ shop, context, request, program }) =>
        keepSentFile(context, request, { actorUserId: program.userId, shop }),
    },
  },
  '/api/v1/orders/:orderId/evidence': {
    GET: {
      id: 'orders.evidence',
      opens: { right: 'evidence', scope: 'disputes:read' },
      says: {
        parameters: [{ name: 'order_id', in: 'path', required: true, schema: { ...text, format: 'uuid' } }],
        responses: { 200: { description: 'Feito', content: { 'text/html': { schema: text } } } },
      },
      answer({ shop, context, params: { orderId = '' }, program: { userId: actorUserId } }) {
        const { requestId } = getVisitor(context);
        return answerEvidence(shop, { actorUserId, orderId, requestId });
      },
    },
  },
};
