import { expect, test } from 'vitest';
import type { PatchChoice } from './patch-choice.ts';
import { askForPatch, describePatch, draftWords } from './patch-words.ts';

const choice = (state: 'updating' | 'ready', notify = false) => ({ state, notify }) as PatchChoice;
const draft = (skins: number) => draftWords({ name: 'o patch 16.15', skins, owners: 2 } as never, true, true);

test('of a single skin nobody is told of several', () => {
  const one = { skins: 1, owners: 2 };
  expect(askForPatch(one, choice('updating')).description).toMatch(/^2 pessoas têm essa skin e veem/);
  expect(askForPatch(one, choice('ready')).description).toMatch(/^2 pessoas têm essa skin\. Nenhum/);
  expect(askForPatch({ skins: 1, owners: 0 }, choice('ready')).description).toBe(
    'Ninguém tem essa skin ainda.',
  );
  expect(draft(1).happened).toMatch(/o arquivo\. 2 pessoas têm essa skin\.$/);
  expect(describePatch(one, { state: 'updating' }).description).toBe('2 pessoas têm essa skin.');
  expect(describePatch(one, { state: 'ready', notify: 'true' }).description).toMatch(
    /^2 pessoas têm essa skin\./,
  );
});

test('of several skins each person has one or another', () => {
  const some = { skins: 3, owners: 1 };
  expect(askForPatch(some, choice('ready')).description).toMatch(/^1 pessoa tem alguma delas\./);
  expect(describePatch(some, { state: 'updating' }).description).toBe('1 pessoa tem alguma dessas skins.');
  expect(draft(3).happened).toMatch(/os arquivos\. 2 pessoas têm alguma dessas skins\.$/);
});
