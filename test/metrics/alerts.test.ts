import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { AttentionKind } from '#db/schema.ts';
import { ALARM_KINDS } from '#shop/alerts/refresh-alarms.ts';
import { HISTOGRAMS, METRICS } from '#shop/metrics/metric-table.ts';
import { ALERT_CASES } from './alert-cases.ts';
import { findPrometheus } from './find-prometheus.ts';
import { readPanels, readRules } from './read-rules.ts';

const rules = readRules();
const promtool = findPrometheus('promtool');
const folder = mkdtempSync(join(tmpdir(), 'fulgor-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The metrics of ours that an expression names, without what a histogram adds to a name. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:fulgor|process)_\w+/g)].map(([name]) => {
    const base = name.replace(/_(?:bucket|sum|count)$/, '');
    return base in HISTOGRAMS ? base : name;
  });
}

/** `name{label="…",other=~"…|…"}`: what each label has to be. */
function matchersIn(expression: string): { name: string; label: string; values: string[] }[] {
  return [...expression.matchAll(/\b((?:fulgor|process)_\w+)\{([^}]*)\}/g)].flatMap(
    ([, name = '', inside = '']) =>
      [...inside.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, label = '', values = '']) => ({
        name: metricsIn(name)[0] ?? '',
        label,
        values: values.split('|'),
      })),
  );
}

/** The labels in each `by (…)`. */
const groupedBy = (expression: string): string[] =>
  [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */));

const ATTENTION_KINDS = {
  amount_mismatch: 0,
  amount_doubt: 0,
  chargeback: 0,
  dispute: 0,
  withdrawal: 0,
  refund_due: 0,
  refund_failed: 0,
  refund_slow: 0,
} satisfies Record<AttentionKind, 0>;

/** What a label called `kind` may say. */
const KINDS: Record<string, readonly string[]> = {
  fulgor_alarms: ALARM_KINDS,
  fulgor_attention: Object.keys(ATTENTION_KINDS),
  fulgor_given_up: ['webhook', 'mail'],
};

const asked = [
  ...rules.map(({ name, expression }) => ({ where: name, expression })),
  ...readPanels().flatMap(({ title, expressions }) =>
    expressions.map((expression) => ({ where: title, expression })),
  ),
];

test.each(asked)('$where asks for metrics and labels that the shop has', ({ where, expression }) => {
  const metrics = metricsIn(expression);
  expect(metrics.length + Number(expression.includes('up{')), where).toBeGreaterThan(0);
  expect(metrics.filter((name) => !(name in METRICS))).toEqual([]);
  const labelsOf = (names: string[]): string[] => [
    ...names.flatMap((name) => METRICS[name as keyof typeof METRICS].labels),
    'le',
    'instance',
    'job',
    'worker',
  ];
  for (const { name, label, values } of matchersIn(expression)) {
    expect(labelsOf([name])).toContain(label);
    const known = KINDS[name];
    if (label === 'kind') expect(known).toEqual(expect.arrayContaining(values));
  }
  expect(labelsOf(metrics)).toEqual(expect.arrayContaining(groupedBy(expression)));
});

test('each rule says in Portuguese what is wrong and what to do, and has its two cases', () => {
  expect(rules.length).toBeGreaterThanOrEqual(10);
  for (const { name, severity, summary, runbook } of rules) {
    expect(['urgente', 'aviso'], name).toContain(severity);
    expect(summary, name).toMatch(/^[A-ZÉÁ].{20,}\.$/);
    expect(runbook, name).toMatch(/^[A-ZÉÁ].{60,}\.$/);
  }
  expect(rules.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(ALERT_CASES).toSorted((a, b) => a.localeCompare(b)),
  );
});

test.skipIf(!promtool)(
  'each rule fires in trouble and is silent without it (promtool of prometheus)',
  async () => {
    cpSync(resolve(import.meta.dirname, '../../deploy/alerts.yml'), join(folder, 'alerts.yml'));
    const look = (name: string, series: Record<string, string>, after: number, fires: object[]) => ({
      name,
      interval: '1m',
      input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
      alert_rule_test: [{ eval_time: `${after}m`, alertname: name, exp_alerts: fires }],
    });
    const tests = rules.flatMap(({ name, severity, summary, runbook }) => {
      const { fires, labels = {}, silent, after } = ALERT_CASES[name] ?? { fires: {}, silent: {}, after: 0 };
      const alert = { exp_labels: { severity, ...labels }, exp_annotations: { summary, runbook } };
      return [look(name, fires, after, [alert]), look(name, silent, after, [])];
    });
    // JSON is YAML.
    writeFileSync(
      join(folder, 'cases.yml'),
      JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }),
    );
    const { stdout } = await promisify(execFile)(promtool ?? '', [
      'test',
      'rules',
      join(folder, 'cases.yml'),
    ]).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }));
    expect(stdout).toContain('SUCCESS');
  },
);
