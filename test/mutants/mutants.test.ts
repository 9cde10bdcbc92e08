import { expect, test } from 'vitest';
import { FOLDERS, listMutants, sampleMutants } from './choose-mutants.ts';
import { explains, readExplained } from './explained.ts';
import { findMutants } from './find-mutants.ts';
import { instrumentMutants } from './instrument-mutants.ts';

const of = (code: string) => findMutants('example.ts', code).map(({ mutated }) => mutated);

test('a comparison of money is moved by one, turned round and decided beforehand', () => {
  expect(of('export const isEnough = (paid: number, due: number) => paid >= due;')).toEqual([
    '() => undefined',
    'false',
    'true',
    'paid > due',
    'paid < due',
  ]);
});

test('types, imports, log lines, errors and sentences for people are left as they are', () => {
  const code = `
    import { read } from 'somewhere';
    type Reason = 'late' | 'early';
    log.warn('refund_late', { id: 1 });
    throw new Error('Not found');
    export const sentence = 'Pagamento não encontrado.';
  `;
  expect(of(code)).toEqual([]);
});

test('a instrumented module behaves as written until one of its mutants is alive', async () => {
  const source = 'export const check = (cents) => { return cents > 0 && cents < 100; };';
  const mutants = findMutants('example.ts', source).map((mutant, id) => ({ ...mutant, id }));
  const instrumented = `data:text/javascript,${encodeURIComponent(instrumentMutants(source, mutants))}`;
  const { check } = (await import(/* @vite-ignore */ instrumented)) as { check: (cents: number) => unknown };
  const checkWith = (mutated: string | null) => {
    Object.assign(globalThis, { __mutant: (id: number) => mutants[id]?.mutated === mutated });
    const answer = check(0);
    Reflect.deleteProperty(globalThis, '__mutant');
    return answer;
  };
  expect(checkWith(null)).toBe(false);
  expect(checkWith('cents >= 0')).toBe(true);
  expect(checkWith('{}')).toBeUndefined();
});

test('a sample is the same for the same seed, another for another, and in the order of the source', () => {
  const all = listMutants('shop/limits');
  const [once, again, other] = [7, 7, 8].map((seed) => sampleMutants(all, 10, seed));
  expect(once).toHaveLength(10);
  expect(again).toEqual(once);
  expect(other).not.toEqual(once);
  expect(once?.map((mutant) => all.indexOf(mutant))).toEqual(
    once?.map((mutant) => all.indexOf(mutant)).toSorted((a, b) => a - b),
  );
});

test('every explained change can still be made', () => {
  const mutants = FOLDERS.flatMap(listMutants);
  expect(readExplained().filter((one) => !mutants.some((mutant) => explains(one, mutant)))).toEqual([]);
});
