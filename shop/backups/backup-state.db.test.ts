import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeAlarms } from '#shop/alerts/describe-alarms.ts';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { readBackupState } from './read-backup-state.ts';
import { recordBackup } from './record-backup.ts';

const HOUR = 3600;
let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('backups').execute();
  shop.ctx.settings.isBackedUpDaily = true;
});

async function tryOne(failure?: string): Promise<Date> {
  const at = shop.ctx.now();
  const result = failure === undefined ? { address: '/backups/fulgor-1', bytes: 5 } : { failure };
  await recordBackup(shop.ctx.db, { startedAt: at, endedAt: at, result });
  return at;
}
async function alarms(): Promise<string[]> {
  await refreshAlarms(shop.ctx);
  return describeAlarms(shop.ctx);
}

test('a shop without a backup is blamed once the first night has passed, if it wants one daily', async () => {
  const { db } = shop.ctx;
  expect(await readBackupState(shop.ctx)).toEqual({ lastAt: null, trouble: null });
  await db
    .updateTable('users')
    .set({ created_at: shop.ctx.now() })
    .where('id', '=', await shop.createUser())
    .execute();
  shop.passSeconds(26 * HOUR - 1);
  expect((await readBackupState(shop.ctx)).trouble).toBeNull();
  expect(await alarms()).toEqual([]);
  shop.passSeconds(1);
  expect(await readBackupState(shop.ctx)).toEqual({
    lastAt: null,
    trouble: { since: shop.ctx.now(), failure: 'Ainda não há backup inteiro.' },
  });
  shop.passSeconds(HOUR);
  expect(await alarms()).toEqual(['O backup não é feito há 1 h: veja em Atenção.']);
  shop.ctx.settings.isBackedUpDaily = false;
  expect(await readBackupState(shop.ctx)).toEqual({ lastAt: null, trouble: null });
  expect(await alarms()).toEqual([]);
});

test('from the first failure on staff are told, with the newest reason, until one is whole', async () => {
  const lastAt = await tryOne();
  shop.passSeconds(HOUR);
  const since = await tryOne('O disco está cheio.');
  shop.passSeconds(HOUR);
  await tryOne('O disco não responde.');
  expect(await readBackupState(shop.ctx)).toEqual({
    lastAt,
    trouble: { since, failure: 'O disco não responde.' },
  });
  expect(await alarms()).toEqual(['O backup não é feito há 1 h: veja em Atenção.']);
  const whole = await tryOne();
  expect(await readBackupState(shop.ctx)).toEqual({ lastAt: whole, trouble: null });
  expect(await alarms()).toEqual([]);
});

test('a daily backup that does not come is late after 26 hours, and one made by hand never is', async () => {
  const lastAt = await tryOne();
  shop.passSeconds(26 * HOUR - 1);
  expect((await readBackupState(shop.ctx)).trouble).toBeNull();
  shop.passSeconds(1);
  expect((await readBackupState(shop.ctx)).trouble).toEqual({
    since: new Date(lastAt.getTime() + 26 * HOUR * 1000),
    failure: 'O último backup inteiro tem mais de um dia.',
  });
  shop.ctx.settings.isBackedUpDaily = false;
  expect((await readBackupState(shop.ctx)).trouble).toBeNull();
});
