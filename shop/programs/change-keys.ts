import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { id, line, moment, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { drawKey, shownKey } from './api-key.ts';
import { isScope } from './scopes.ts';

const MOST_KEYS = 50;

/** Newest first, without those that have ended. */
export const showKeys = operation(
  { id: 'programs.list_keys', who: 'programs', input: z.object({}), output: z.array(shownKey), refusals: {} },
  (ctx) => listKeys(ctx),
);

export async function listKeys(ctx: ShopContext): Promise<z.input<typeof shownKey>[]> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select('users.name as maker')
    .where('ended_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    addresses: row.addresses,
    createdBy: row.maker,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** A key for a program. It is told once: the shop keeps its digest alone. */
export const createKey = operation(
  {
    id: 'programs.create_key',
    who: 'programs',
    input: z.object({
      name: line(60, 'Dê um nome à chave, com até 60 caracteres.', 1),
      scopes: z
        .array(z.string().meta({ examples: ['orders:read'] }))
        .refine((scopes) => scopes.length > 0, 'Escolha o que a chave pode fazer.')
        .refine((scopes) => scopes.every(isScope), 'Há uma permissão que não existe.')
        .prefault([]),
      expiresAt: moment('end', 'Use uma data que exista.').nullish(),
      addresses: z
        .array(
          z
            .string()
            .max(2000)
            .meta({ examples: ['203.0.113.7'] }),
        )
        // A field of a form has several in one text.
        .transform((texts) => texts.flatMap((text) => text.match(/[^\s,;]+/g) ?? []))
        .refine(
          (all) => all.length <= 50 && all.every(isAddress),
          'Escreva endereços como 203.0.113.7 ou 203.0.113.0/24.',
        )
        .nullish(),
      code: z.string().max(20).nullish(),
    }),
    output: shownKey.pick({ id: true, name: true, scopes: true, prefix: true }).extend({ key: z.string() }),
    refusals: { over: 422, too_many: 409 },
    asksCode: true,
  },
  async (ctx, { actorUserId, name, scopes, expiresAt = null, addresses }) => {
    const now = ctx.now();
    if (expiresAt && expiresAt <= now) return { ok: false, reason: 'over' };
    const { key, prefix, digest } = drawKey();
    return ctx.transaction(async (tx) => {
      const { length } = await tx.selectFrom('api_keys').select('id').where('ended_at', 'is', null).execute();
      if (length >= MOST_KEYS) return { ok: false, reason: 'too_many' };
      const { id } = await tx
        .insertInto('api_keys')
        .values({
          name,
          prefix,
          digest,
          scopes: [...new Set(scopes)],
          addresses: addresses?.length ? addresses : null,
          created_by: actorUserId,
          created_at: now,
          expires_at: expiresAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'api_key.created',
        subject: { type: 'api_key', id },
        details: { prefix, scopes },
      });
      return { ok: true as const, id, name, scopes, prefix, key };
    });
  },
);

export const endKey = operation(
  {
    id: 'programs.end_key',
    who: 'programs',
    input: z.object({ keyId: id() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, keyId }) =>
    ctx.transaction(async (tx) => {
      const ended = await tx
        .updateTable('api_keys')
        .set({ ended_at: ctx.now() })
        .where('id', '=', keyId)
        .where('ended_at', 'is', null)
        .returning('prefix')
        .executeTakeFirst();
      if (!ended) return { ok: false, reason: 'not_found' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'api_key.ended',
        subject: { type: 'api_key', id: keyId },
        details: { prefix: ended.prefix },
      });
      return { ok: true };
    }),
);

/** An address, or a range of them: `203.0.113.0/24`. */
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  return (
    family > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

export function isWithin(address: string, ranges: readonly string[]): boolean {
  const allowed = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(net, family);
    else allowed.addSubnet(net, Number(bits), family);
  }
  return allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
