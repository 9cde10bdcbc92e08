import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { changeDisplayName } from './change-display-name.ts';
import { openProfile } from './open-profile.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const namesOf = (userId: string) =>
  shop.ctx.db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.name', 'profiles.display_name'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

// shows: spec 3.11
test('the name changes in the account and in the profile, of this person only, with or without a profile row', async () => {
  const [withProfile, without, other] = [
    await shop.createUser('Antes'),
    await shop.createUser('Antes'),
    await shop.createUser('Outra'),
  ];
  await openProfile(shop.ctx, { userId: withProfile, displayName: 'Antes' });
  for (const userId of [withProfile, without]) {
    expect(await changeDisplayName(shop.ctx, { userId, name: '  Ana \n Prado ' })).toEqual({
      ok: true,
      name: 'Ana Prado',
    });
    expect(await namesOf(userId)).toEqual({ name: 'Ana Prado', display_name: 'Ana Prado' });
  }
  expect((await namesOf(other)).name).toBe('Outra');
});

test('an empty, endless or hidden name changes nothing', async () => {
  const userId = await shop.createUser('Antes');
  for (const name of ['', '   ', 'x'.repeat(81), 'Ana\u0000']) {
    expect(await changeDisplayName(shop.ctx, { userId, name })).toMatchObject({ ok: false });
  }
  expect((await namesOf(userId)).name).toBe('Antes');
});
