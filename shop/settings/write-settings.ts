import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { describeForAudit } from './describe-for-audit.ts';
import { readSettings } from './read-settings.ts';
import { isSecret, SETTINGS, type SettingKey, type SettingValues } from './setting-table.ts';

/** New values. Whoever hands them over has checked them. */
export type SettingEntries = Partial<Record<SettingKey, unknown>>;

/** Of two who change settings at once, the second compares with what the first wrote. */
export const lockSettings = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx);

/** Writes those that differ from now, with a line in the log for each. After the commit, `reloadSettings`. */
export async function writeSettings(
  ctx: ShopContext,
  tx: Tx,
  { values, actorUserId }: { values: SettingEntries; actorUserId: string },
): Promise<SettingKey[]> {
  await lockSettings(tx);
  const before = await readCurrentSettings(ctx, tx);
  const keys = Object.keys(values) as SettingKey[];
  const changes = keys.filter((key) => !isDeepStrictEqual(before[key], values[key]));
  for (const key of changes) {
    await writeSetting(ctx, tx, { key, value: values[key], actorUserId });
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'setting.changed',
      subject: { type: 'setting', id: key },
      details: {
        name: SETTINGS[key].label,
        from: describeForAudit(key, before[key]),
        to: describeForAudit(key, values[key]),
      },
    });
  }
  if (changes.length > 0) {
    await ctx.publish(tx, { topic: 'settings', event: 'changed', data: {} });
    await tellChange(ctx, tx, { name: 'settings.changed', settings: changes.map(wireName) });
  }
  return changes;
}

export async function readCurrentSettings(ctx: ShopContext, executor: Executor): Promise<SettingValues> {
  const { values } = await readSettings(executor, ctx.settings.sealingKey);
  return { ...ctx.firstSettings, ...values };
}

async function writeSetting(
  ctx: ShopContext,
  tx: Tx,
  { key, value, actorUserId }: { key: SettingKey; value: unknown; actorUserId: string },
): Promise<void> {
  const stored =
    isSecret(key) && typeof value === 'string' ? sealText(ctx.settings.sealingKey, value) : value;
  const row = { value: JSON.stringify(stored), updated_at: ctx.now(), updated_by: actorUserId };
  await tx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
