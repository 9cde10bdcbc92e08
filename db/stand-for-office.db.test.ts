import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Candidacy, Office } from './stand-for-office.server.ts';

const LOCK = 4711;
let database: TestDatabase;
let candidacies: Candidacy[];
let inOffice: string[];

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  [candidacies, inOffice] = [[], []];
});
afterEach(async () => {
  await Promise.all(candidacies.map((candidacy) => candidacy.withdraw()));
  await database.close();
});

function office(name: string, leaving: () => Promise<void> = async () => {}): Office {
  return {
    enter: async () => void inOffice.push(name),
    async leave() {
      await leaving();
      inOffice.splice(inOffice.indexOf(name), 1);
    },
  };
}

async function stand(candidate: Office): Promise<Candidacy> {
  const candidacy = await database.standFor(LOCK, candidate, () => {});
  candidacies.push(candidacy);
  return candidacy;
}

test('whoever stands alone enters, and leaves on withdrawing', async () => {
  const only = await stand(office('only'));
  await expect.poll(() => inOffice).toEqual(['only']);
  await only.withdraw();
  expect(inOffice).toEqual([]);
});

test('of several one is in office; the next enters when it has left, not before', async ({ skip }) => {
  if (!database.url) return skip('the embedded database has one process');
  const { promise: hasLeft, resolve: leaves } = Promise.withResolvers<void>();
  const first = await stand(office('first', () => hasLeft));
  await expect.poll(() => inOffice).toEqual(['first']);
  await stand(office('second'));
  await stand(office('third'));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const withdrawn = first.withdraw();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(inOffice).toEqual(['first']);
  leaves();
  await withdrawn;
  await expect.poll(() => inOffice, { timeout: 5_000 }).toHaveLength(1);
  expect(inOffice).not.toContain('first');
});

test('whoever loses the connection leaves, and stands again', async ({ skip }) => {
  if (!database.url) return skip('the embedded database has no connections');
  let entered = 0;
  await stand({
    enter: async () => void (entered += 1),
    leave: async () => void inOffice.push('left'),
  });
  await expect.poll(() => entered).toBe(1);
  await database.executeSql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fulgor-jobs' and datname = current_database()`,
  );
  await expect.poll(() => inOffice).toEqual(['left']);
  await expect.poll(() => entered, { timeout: 5_000 }).toBe(2);
});

test('an office that cannot be entered is left again, and tried again', async ({ skip }) => {
  if (!database.url) return skip('the embedded database tells its one caller');
  let tries = 0;
  await stand({
    enter: async () => {
      tries += 1;
      if (tries === 1) throw new Error('not today');
      inOffice.push('entered');
    },
    leave: async () => void inOffice.push('left'),
  });
  await expect.poll(() => inOffice, { timeout: 5_000 }).toEqual(['left', 'entered']);
});
