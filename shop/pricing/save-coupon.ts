import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { CouponsTable } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { CODE_PATTERN, tidyCode } from './coupon-code.ts';
import { shownCoupon, toCoupon } from './coupon.ts';
import { couponFields, newCouponFields } from './coupon-input.ts';
import { listCoupons } from './list-coupons.ts';

/** A code is taken for ever: orders name it. */
export const createCoupon = operation(
  {
    id: 'coupons.create',
    who: 'coupons',
    input: newCouponFields,
    output: shownCoupon,
    refusals: { code_taken: 409 },
  },
  async (ctx, { actorUserId, code, ...fields }) => {
    const columns = merge(NO_COLUMNS, fields);
    const wrong = checkColumns(ctx, columns, null);
    if (wrong) return { ok: false, reason: 'invalid', fields: wrong };
    return ctx.transaction(async (tx) => {
      const row = await tx
        .insertInto('coupons')
        .values({ ...columns, code, created_at: ctx.now() })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) return { ok: false, reason: 'code_taken' };
      const subject = { type: 'coupon', id: row.code } as const;
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'coupon.created',
        subject,
        details: { name: row.code },
      });
      return { ok: true as const, ...toCoupon(row), uses: 0 };
    });
  },
);

/** Changes the fields that are there and no others. Orders keep what they were quoted. */
export const updateCoupon = operation(
  {
    id: 'coupons.update',
    who: 'coupons',
    input: couponFields.extend({ code: z.string().transform(tidyCode) }),
    output: shownCoupon,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, code, ...fields }) => {
    if (!CODE_PATTERN.test(code)) return { ok: false, reason: 'not_found' };
    const refused = await ctx.transaction(async (tx) => {
      const before = await tx
        .selectFrom('coupons')
        .selectAll()
        .where('code', '=', code)
        .forUpdate()
        .executeTakeFirst();
      if (!before) return { ok: false, reason: 'not_found' } as const;
      const { code: _code, created_at: _createdAt, ...stored } = before;
      const columns = merge(stored, fields);
      const wrong = checkColumns(ctx, columns, before.champion_id);
      if (wrong) return { ok: false, reason: 'invalid', fields: wrong } as const;
      await tx.updateTable('coupons').set(columns).where('code', '=', code).execute();
      const action =
        stored.active === columns.active
          ? 'coupon.updated'
          : columns.active
            ? 'coupon.activated'
            : 'coupon.deactivated';
      await recordAudit(ctx, tx, {
        actorUserId,
        action,
        subject: { type: 'coupon', id: code },
        details: { name: code, changes: listChanges(stored, columns) },
      });
      return null;
    });
    if (refused) return refused;
    const [coupon] = await listCoupons(ctx, code);
    return coupon ? { ok: true as const, ...coupon } : { ok: false, reason: 'not_found' };
  },
);

type Columns = Omit<Selectable<CouponsTable>, 'code' | 'created_at' | 'import_id'>;

/** What the log tells of a change. That it was switched on or off is an entry of its own. */
export type LoggedField = Exclude<keyof Columns, 'active'>;

const NO_COLUMNS: Columns = {
  percent: null,
  amount_cents: null,
  valid_from: null,
  valid_to: null,
  max_uses: null,
  max_per_person: null,
  min_total_cents: null,
  champion_id: null,
  creator: null,
  active: true,
};

/** What is absent stays. A new kind of discount replaces the other kind. */
function merge(before: Columns, fields: z.output<typeof couponFields>): Columns {
  const { percent, amountCents } = fields;
  const pick = <Value>(value: Value | undefined, old: Value) => (value === undefined ? old : value);
  return {
    percent: pick(percent, typeof amountCents === 'number' ? null : before.percent),
    amount_cents: pick(amountCents, typeof percent === 'number' ? null : before.amount_cents),
    valid_from: pick(fields.validFrom, before.valid_from),
    valid_to: pick(fields.validTo, before.valid_to),
    max_uses: pick(fields.maxUses, before.max_uses),
    max_per_person: pick(fields.maxPerPerson, before.max_per_person),
    min_total_cents: pick(fields.minTotalCents, before.min_total_cents),
    champion_id: pick(fields.championId, before.champion_id) || null,
    creator: pick(fields.creator, before.creator) || null,
    active: fields.active ?? before.active,
  };
}

/**
 * What no field says alone. An unchanged champion is not checked: staff must be able to switch a coupon off after its
 * champion has gone.
 */
function checkColumns(ctx: ShopContext, columns: Columns, championBefore: string | null) {
  const { percent, amount_cents, valid_from, valid_to, champion_id } = columns;
  if ((percent === null) === (amount_cents === null))
    return { percent: 'Informe uma porcentagem ou um valor.' };
  if (valid_from && valid_to && valid_from >= valid_to) return { validTo: 'O fim vem depois do começo.' };
  const isKnown =
    champion_id === null ||
    champion_id === championBefore ||
    ctx.catalog.current().champions.some(({ id }) => id === champion_id);
  return isKnown ? null : { championId: 'Este campeão não existe no catálogo.' };
}

/** Old and new value of each field. A creator is a person: the log, which nobody can change, says only whether there is one. */
function listChanges(before: Columns, after: Columns): Record<string, { from: unknown; to: unknown }> {
  const fields = (Object.keys(after) as (keyof Columns)[]).filter(
    (field) => field !== 'active' && !isDeepStrictEqual(before[field], after[field]),
  );
  const told = (field: keyof Columns, value: unknown) => (field === 'creator' ? value !== null : value);
  return Object.fromEntries(
    fields.map((field) => [field, { from: told(field, before[field]), to: told(field, after[field]) }]),
  );
}
