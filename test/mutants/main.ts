/**
 * Changes the money path in small ways and asks the tests beside it: docs/mutants.md.
 * `npm run mutants [-- --folder shop/refunds --file shop/refunds/add-due-refund.ts --sample 60 --seed 11 --floor 85 --near
 * --workers 2]`; `--quick` is the stage of `npm run release`.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { FOLDERS, listMutants, QUICK, sampleMutants } from './choose-mutants.ts';
import { explains, oneLine, readExplained } from './explained.ts';
import { ASKED_TOO } from './plan.ts';
import { runMutants } from './run-mutants.ts';
import type { NumberedMutant } from './instrument-mutants.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    file: { type: 'string', multiple: true },
    /** Mutants of each folder; 0 means all. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '11' },
    /** Percent that the tests of each folder, or of each file named, must notice. */
    floor: { type: 'string', default: '85' },
    /** Only the tests beside the code. */
    near: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(availableParallelism()) },
    /** A small sample in which every survivor must be explained. */
    quick: { type: 'boolean', default: false },
    /** Where to write the counts as JSON. */
    report: { type: 'string' },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);
const started = performance.now();
const explained = readExplained();
const files = values.file ?? [];
const isWanted = ({ file }: { file: string }) => files.length === 0 || files.includes(file);
const folders = (values.folder ?? (values.quick ? QUICK.folders : FOLDERS)).filter((folder) =>
  listMutants(folder).some(isWanted),
);
const sample = Number(values.sample ?? (values.quick ? QUICK.sample : 60));
const mutants: NumberedMutant[] = folders
  .flatMap((folder) => {
    const all = listMutants(folder).filter(isWanted);
    return sampleMutants(all, sample || all.length, Number(values.seed));
  })
  .map((mutant, id) => ({ ...mutant, id }));

const askedToo = mutants.flatMap(({ file }) => (values.quick ? [] : (ASKED_TOO[dirname(file)] ?? [])));
const killed = await runMutants({
  mutants,
  near: [...new Set([...folders, ...askedToo])],
  workers: Number(values.workers),
  say,
  far: values.near
    ? []
    : values.quick
      ? QUICK.far
      : [...FOLDERS.filter((folder) => folder.startsWith('shop/')), 'jobs'],
});

const complaints: string[] = [];
const table: string[] = [];
for (const place of values.file ?? folders) {
  const here = mutants.filter(({ file }) => `${file}/`.startsWith(`${place}/`));
  const survivors = here.filter(({ id }) => !killed.has(id));
  let unexplained = 0;
  for (const mutant of survivors) {
    const reason = explained.find((one) => explains(one, mutant))?.reason;
    const { file, line, mutator } = mutant;
    const [original, mutated] = [oneLine(mutant.original), oneLine(mutant.mutated)];
    say(
      `${file}:${line} ${mutator}\n  - ${original.slice(0, 200)}\n  + ${mutated.slice(0, 200)}${reason ? `\n  = ${reason}` : ''}`,
    );
    if (reason) continue;
    unexplained += 1;
    if (values.quick)
      complaints.push(
        `${file}:${line}: no test notices ${mutated.slice(0, 80)} for ${original.slice(0, 80)}`,
      );
  }
  const noticed = here.length - survivors.length;
  const score = (100 * noticed) / here.length;
  const counts = `${noticed} of ${here.length} noticed, ${survivors.length - unexplained} explained, ${unexplained} not`;
  table.push(`${place.padEnd(20)} ${score.toFixed(0).padStart(4)} %  ${counts}`);
  if (!values.quick && score < Number(values.floor)) complaints.push(`${place}: below ${values.floor} %`);
}
const seconds = Math.round((performance.now() - started) / 1000);
say(`\n${table.join('\n')}\nseed ${values.seed}, ${mutants.length} mutants, ${seconds} s`);

const failed = complaints.length;
if (values.report)
  writeFileSync(
    values.report,
    JSON.stringify({ passed: mutants.length - failed, failed, skipped: 0, complaints }),
  );
process.exitCode = failed > 0 ? 1 : 0;
