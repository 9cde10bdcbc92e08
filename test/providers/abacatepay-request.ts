import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';

export interface Schema {
  type: 'object' | 'string' | 'number';
  enum?: readonly string[];
  required?: readonly string[];
  additionalProperties?: boolean;
  maxLength?: number;
  properties?: Readonly<Record<string, Schema>>;
}

/**
 * The body of `POST /v1/pixQrCode/create`, word for word from the provider's openapi-v1.yaml
 * (a test compares the two where that file is at hand).
 */
export const CREATE_SCHEMA: Schema = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    expiresIn: { type: 'number' },
    description: { type: 'string', maxLength: 37 },
    customer: {
      type: 'object',
      required: ['name', 'cellphone', 'email', 'taxId'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        cellphone: { type: 'string' },
        email: { type: 'string' },
        taxId: { type: 'string' },
      },
    },
    metadata: { type: 'object', additionalProperties: true },
  },
  required: ['amount'],
  additionalProperties: false,
};

export interface CreateBody {
  amount: number;
  expiresIn?: number;
  description?: string;
  customer?: { name: string; cellphone: string; email: string; taxId: string };
  metadata?: Record<string, unknown>;
}

/** What the provider would find wrong with a create, or null. */
export function faultInCreate(body: unknown): { status: 400 | 422; error: string } | null {
  const error = faultAgainst(CREATE_SCHEMA, body, 'body');
  if (error) return { status: 400, error };
  return faultInCharge(body as CreateBody);
}

/** What no schema says and any provider checks: the same in v1 and v2. */
export function faultInCharge(charge: CreateBody): { status: 400 | 422; error: string } | null {
  const { amount, expiresIn, customer } = charge;
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    return { status: 400, error: 'body.amount must be whole positive centavos' };
  }
  if (expiresIn !== undefined && !(expiresIn > 0)) {
    return { status: 400, error: 'body.expiresIn must be positive seconds' };
  }
  if (!customer) return null;
  if (!isValidCpf(customer.taxId) && !isValidCnpj(customer.taxId, { version: 2 })) {
    return { status: 422, error: `Invalid taxId ${customer.taxId}` };
  }
  if (!/^\(\d{2}\) \d{4,5}-\d{4}$/.test(customer.cellphone)) {
    return { status: 422, error: `Invalid cellphone ${customer.cellphone}` };
  }
  if (!/^\S+@\S+$/.test(customer.email) || customer.name.trim() === '') {
    return { status: 422, error: 'Invalid customer' };
  }
  return null;
}

/**
 * `maxLength` is left out on purpose: the same document says of `description` that characters beyond
 * the 37th are ignored, so the provider cuts instead of refusing. The adapter's own test holds it to 37.
 */
export function faultAgainst(schema: Schema, value: unknown, path: string): string | null {
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (type !== schema.type) return `${path} must be ${schema.type}, not ${type}`;
  if (schema.enum && !schema.enum.includes(String(value))) return `${path} must be ${schema.enum.join('|')}`;
  if (schema.type !== 'object') return null;
  const fields = value as Record<string, unknown>;
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(fields, name)) return `${path}.${name} is required`;
  }
  for (const [name, field] of Object.entries(fields)) {
    const known = schema.properties?.[name];
    if (!known && schema.additionalProperties === false) return `${path}.${name} is not allowed`;
    const fault = known && faultAgainst(known, field, `${path}.${name}`);
    if (fault) return fault;
  }
  return null;
}
