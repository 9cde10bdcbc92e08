import { z } from 'zod';
import { EVENT_DATA, EVENT_TYPES, type EventType } from '#shop/events/programs/event-data.ts';
import { print } from './describe-api.ts';
import { EVENT_WORDS } from './event-words.ts';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The `webhooks` of OpenAPI: what a hook receives, signed as Standard Webhooks has it. */
export function describeEvents() {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: EventType) {
  const schema = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] });
  return {
    operationId: `event.${type}`,
    summary: EVENT_WORDS[type],
    parameters: HEADERS.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { content: { 'application/json': { schema: print(schema, 'output') } } },
    responses: { '2XX': { description: 'Recebido' }, 410: { description: 'A loja para de chamar' } },
  };
}
