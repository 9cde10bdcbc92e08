import { expect, test } from 'vitest';
import { jobs } from '#jobs/all-jobs.ts';
import { RIGHTS } from '#shop/accounts/staff/rights.ts';
import { METRICS } from '#shop/metrics/metric-table.ts';
import { KEPT, RETENTION } from '#shop/retention/retention.ts';
import { listCalls, listForms } from './sources/api-examples.ts';
import { listOutwardCalls } from './sources/list-outward-calls.ts';

/** One table of docs/tables.md. */
interface Table {
  title: string;
  says: string;
  rows: string[][];
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const TABLES: Table[] = [
  {
    title: 'Limits',
    says: "shop/limits/outward-calls.ts: what anybody can cause outside of the shop's process (docs/limits.md). 'account 100, 6 s' means 100 tries, and one more every 6 s. Who is refused reads 'Muitas tentativas. Tente de novo em … (429)' where nothing else is said.",
    rows: [
      ['call', 'caused at', 'does', 'who', 'how often', 'refused'],
      ...listOutwardCalls().map(([name, { at, does, who, limits, also, refused }]) => [
        code([name]),
        code(at),
        does.join(', '),
        who,
        [...limits.map(({ by, limit }) => `${by} ${limit.burst}, ${limit.refillSeconds} s`), also]
          .filter(Boolean)
          .join('; '),
        refused ?? '',
      ]),
    ],
  },
  {
    title: 'Operations',
    says: 'app/doors/api.ts and app/doors/forms.ts: what can be done, who may, and by which doors (docs/decisions/operations.md). How each is refused: docs/openapi.json.',
    rows: [
      ['operation', 'who', 'doors', 'limit'],
      ...[...Map.groupBy([...listCalls(), ...listForms()], ({ does }) => does.id)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, doors]) => [
          code([id]),
          doors[0]?.does.who ?? '',
          code(doors.map(({ method, path }) => `${method} ${path}`)),
          doors[0]?.does.limit ?? '',
        ]),
    ],
  },
  {
    title: 'Jobs',
    says: 'jobs/all-jobs.ts: what the shop does by itself. Times are UTC, as cron writes them.',
    rows: [
      ['job', 'when'],
      ...jobs.map(({ name, schedule, everySeconds }) => [
        code([name]),
        schedule ??
          (everySeconds === undefined ? 'when it is asked for' : `${everySeconds} s after its last end`),
      ]),
    ],
  },
  {
    title: 'Rights',
    says: 'shop/accounts/staff/rights.ts: which role may do what.',
    rows: [
      ['right', 'roles'],
      ...Object.entries(RIGHTS).map(([right, roles]) => [code([right]), roles.join(', ')]),
    ],
  },
  {
    title: 'What is kept for a time',
    says: 'shop/retention/retention.ts (docs/retention.md).',
    rows: [
      ['what', 'where', 'how long', 'from when', 'what happens'],
      ...Object.values(RETENTION).map(({ what, where, days, since, ending }) => [
        what,
        code(where),
        days === 0 ? 'at once' : `${days} days`,
        since,
        ending,
      ]),
    ],
  },
  {
    title: 'What is kept without an end',
    says: 'The same file. Whoever deletes their account takes all of it along but the books, which then name nobody.',
    rows: [
      ['table', 'why'],
      ...[...Map.groupBy(Object.entries(KEPT), ([, why]) => why)].map(([why, tables]) => [
        code(tables.map(([table]) => table)),
        why,
      ]),
    ],
  },
  {
    title: 'Figures of /metrics',
    says: 'shop/metrics/metric-table.ts (docs/metrics.md). The unit is the end of the name.',
    rows: [
      ['name', 'type', 'labels', 'of the', 'meaning'],
      ...Object.entries(METRICS).map(([name, { type, labels, ofProcess, help }]) => [
        code([name]),
        type,
        code(labels),
        ofProcess ? 'process' : 'shop',
        help,
      ]),
    ],
  },
];

function printTable({ title, says, rows }: Table): string {
  const [head = [], ...body] = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|') || '–'));
  const lines = [head, head.map(() => '-'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  return [`## ${title}`, says, lines.join('\n')].join('\n\n');
}

const HEAD =
  '# Tables\n\nPrinted from the code by `test/tables.test.ts`, which goes red when they differ. To print them again: `npx vitest run --project unit test/tables.test.ts -u`.';

test('docs/tables.md is what the code says', async () => {
  expect(TABLES.filter(({ rows }) => rows.length < 10).map(({ title }) => title)).toEqual([]);
  await expect(`${[HEAD, ...TABLES.map(printTable)].join('\n\n')}\n`).toMatchFileSnapshot(
    '../docs/tables.md',
  );
});
