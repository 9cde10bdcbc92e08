import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { WebhooksTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { EVENT_TYPES, EVERY_EVENT } from '#shop/events/programs/event-data.ts';
import { line } from '#shop/fields.ts';

export const MOST_WEBHOOKS = 20;

/** A hook as the list shows it. Its secret is shown once. */
export const shownWebhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  createdAt: z.date(),
  failingSince: z.date().nullable(),
  /** By the shop, because nobody answered. */
  switchedOffAt: z.date().nullable(),
});
export type ShownWebhook = z.infer<typeof shownWebhook>;

export function describeWebhook(row: Selectable<WebhooksTable>): ShownWebhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    active: row.active,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    switchedOffAt: row.switched_off_at,
  };
}

export const webhookUrl = z
  .string()
  .trim()
  // `URL` passes over what the database and the headers of a call do not take.
  .refine(
    (text) => text.length <= 2000 && !/[\s\p{Cc}\p{Cs}]/u.test(text) && URL.canParse(text),
    'Escreva o endereço completo, como https://…',
  )
  .meta({ maxLength: 2000, format: 'uri', examples: ['https://programa.exemplo.com/avisos'] });

export const webhookEvents = z
  .array(z.string().meta({ examples: ['order.paid'] }))
  .transform((events) => [...new Set(events)])
  .refine((events) => events.length > 0, 'Escolha pelo menos um evento.')
  .refine(
    (events) => events.every((event) => [...EVENT_TYPES, EVERY_EVENT].includes(event)),
    'Há um evento que não existe.',
  );

export const webhookDescription = line(100, 'A descrição pode ter até 100 caracteres.');

/** Where it leads is asked at each try; null: nothing in the address itself speaks against it. */
export function refuseUrl({ settings }: ShopContext, text: string): string | null {
  const { protocol, username, password, hostname, port } = new URL(text);
  const target = `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`;
  const isAllowed = settings.outgoingAllow.includes(target);
  if (!(protocol === 'https:' || (isAllowed && protocol === 'http:')) || username !== '' || password !== '')
    return 'O endereço precisa começar com https:// e não levar usuário nem senha.';
  // The outgoing client calls no digits (server/outgoing), so that nobody is led into the shop's own network. `URL` has
  // turned every spelling of them into one.
  if (!isAllowed && /^\[|^[\d.]+$/.test(hostname))
    return 'O endereço precisa ter um nome, como programa.exemplo.com, e não números.';
  return null;
}
