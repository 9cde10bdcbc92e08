import { isDeepStrictEqual } from 'node:util';
import type { Insertable } from 'kysely';
import type { CouponsTable } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { checkCoupon, type CouponFields, type CouponForm } from './check-coupon.ts';
import { CODE_PATTERN, tidyCode, toCoupon, type Coupon } from './coupon.ts';

export type SaveCouponResult =
  | { ok: true; coupon: Coupon }
  | { ok: false; reason: 'not_found' | 'code_taken' }
  /** A Portuguese sentence for each invalid field. */
  | { ok: false; reason: 'invalid'; fields: CouponFields };

/** A code is taken for ever: orders name it. */
export async function createCoupon(
  ctx: ShopContext,
  { actorUserId, coupon: form }: { actorUserId: string; coupon: CouponForm },
): Promise<SaveCouponResult> {
  const checked = checkForSaving(ctx, form, null);
  if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
  return ctx.transaction(async (tx) => {
    const row = await tx
      .insertInto('coupons')
      .values({ ...columnsOf(checked.coupon), code: checked.coupon.code, created_at: ctx.now() })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { ok: false, reason: 'code_taken' };
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'coupon.created',
      subject: { type: 'coupon', id: row.code },
      details: { name: row.code },
    });
    return { ok: true, coupon: toCoupon(row) };
  });
}

/** Changes the fields in `changes` and no others. Orders keep what they were quoted. */
export async function updateCoupon(
  ctx: ShopContext,
  {
    actorUserId,
    code,
    changes,
  }: { actorUserId: string; code: string; changes: Partial<Omit<CouponForm, 'code'>> },
): Promise<SaveCouponResult> {
  const tidied = tidyCode(code);
  if (!CODE_PATTERN.test(tidied)) return { ok: false, reason: 'not_found' };
  return ctx.transaction(async (tx) => {
    const before = await tx
      .selectFrom('coupons')
      .selectAll()
      .where('code', '=', tidied)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, reason: 'not_found' };
    const checked = checkForSaving(ctx, { ...toCoupon(before), ...changes }, before.champion_id);
    if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
    const after = await tx
      .updateTable('coupons')
      .set(columnsOf(checked.coupon))
      .where('code', '=', before.code)
      .returningAll()
      .executeTakeFirstOrThrow();
    const action =
      before.active === after.active
        ? 'coupon.updated'
        : after.active
          ? 'coupon.activated'
          : 'coupon.deactivated';
    await recordAudit(ctx, tx, {
      actorUserId,
      action,
      subject: { type: 'coupon', id: after.code },
      details: {
        name: after.code,
        changes: listChanges(columnsOf(toCoupon(before)), columnsOf(toCoupon(after))),
      },
    });
    return { ok: true, coupon: toCoupon(after) };
  });
}

type Columns = ReturnType<typeof columnsOf>;

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

/** An unchanged champion is not checked: staff must be able to switch a coupon off after its champion has gone. */
function checkForSaving(
  ctx: ShopContext,
  form: CouponForm,
  championBefore: string | null,
): ReturnType<typeof checkCoupon> {
  const checked = checkCoupon(form);
  const championId = checked.ok ? checked.coupon.championId : null;
  const isKnown =
    championId === null ||
    championId === championBefore ||
    ctx.catalog.current().champions.some((champion) => champion.id === championId);
  return isKnown ? checked : { ok: false, fields: { championId: 'Este campeão não existe no catálogo.' } };
}

/** The allow-list (threats 20 and 21): other fields of an object never reach the table. */
function columnsOf(coupon: CouponForm): Omit<Insertable<CouponsTable>, 'code' | 'created_at'> {
  return {
    percent: coupon.percent,
    amount_cents: coupon.amountCents,
    valid_from: coupon.validFrom,
    valid_to: coupon.validTo,
    max_uses: coupon.maxUses,
    max_per_person: coupon.maxPerPerson,
    min_total_cents: coupon.minTotalCents,
    champion_id: coupon.championId,
    creator: coupon.creator,
    active: coupon.active,
  };
}
