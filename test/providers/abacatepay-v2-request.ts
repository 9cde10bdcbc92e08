import {
  CREATE_SCHEMA,
  faultAgainst,
  faultInCharge,
  type CreateBody,
  type Schema,
} from './abacatepay-request.ts';

const UTM: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    ['source', 'medium', 'campaign', 'term', 'content'].map((name) => [name, { type: 'string' }]),
  ),
};

/** The body of `POST /v2/transparents/create`, as the provider's openapi.yaml gives it. Boleto's own fields are left out. */
const CREATE_V2_SCHEMA: Schema = {
  type: 'object',
  required: ['method', 'data'],
  additionalProperties: false,
  properties: {
    method: { type: 'string', enum: ['PIX', 'BOLETO'] },
    data: {
      type: 'object',
      required: ['amount'],
      additionalProperties: false,
      properties: {
        ...CREATE_SCHEMA.properties,
        description: { type: 'string', maxLength: 500 },
        externalId: { type: 'string' },
        utm: UTM,
      },
    },
  },
};

const REFUND_SCHEMA: Schema = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, reason: { type: 'string', maxLength: 500 } },
};

export interface CreateV2Body {
  method: 'PIX';
  data: CreateBody & { externalId?: string };
}

export function faultInV2Create(body: unknown): { status: 400 | 422; error: string } | null {
  const error = faultAgainst(CREATE_V2_SCHEMA, body, 'body');
  if (error) return { status: 400, error };
  const { method, data } = body as CreateV2Body;
  if (method !== 'PIX') return { status: 400, error: 'this double makes PIX charges only' };
  return faultInCharge(data);
}

export function faultInV2Refund(body: unknown): string | null {
  const error = faultAgainst(REFUND_SCHEMA, body, 'body');
  if (error) return error;
  const { reason = '' } = body as { reason?: string };
  return reason.length > 500 ? 'body.reason is longer than 500 characters' : null;
}
