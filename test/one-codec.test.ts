import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What a hundred means there. The gateways speak their provider's words and are not looked at. */
const NO_REAIS: Record<string, string> = {
  'shop/text/reais.ts': 'the one place',
  'shop/text/read-reais.ts': 'reads what a person typed, digit by digit',
  'app/routes/admin/files/upload-progress.tsx': 'percent',
  'app/routes/admin/numbers/number-words.ts': 'percent',
  'app/routes/admin/numbers/chart-points.ts': 'rounds to whole reais',
  'server/metrics/observe-request.ts': 'the class of a status',
  'shop/pricing/quote-purchase.ts': 'percent',
  'shop/reviews/list-reviews.ts': 'two decimals',
};

const CONVERSION = /[*/] ?100\b(?!,)/;
const UNREADABLE = /\?\? ?-1\b|\bNaN\b/;
/** A gap in a chart is drawn below its edge. */
const NO_SUM = ['app/routes/admin/numbers/draw-chart.server.ts'];

function findConversions(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const hits = [
      !NO_REAIS[path] && CONVERSION.test(code) ? `${path}: reais` : '',
      !NO_SUM.includes(path) && UNREADABLE.test(code) ? `${path}: a number for what cannot be read` : '',
    ];
    return hits.filter(Boolean);
  });
}

test('reais and centavos become each other in one place, and what cannot be read is no number', () => {
  const paths = globSync('{app,shop,server,jobs,emails}/**/*.{ts,tsx}', { cwd: root });
  const sources = new Map(
    paths
      .filter((path) => !path.includes('.test.'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  expect(sources.size).toBeGreaterThan(500);
  expect(findConversions(sources)).toEqual([]);
  for (const path of Object.keys(NO_REAIS)) expect(CONVERSION.test(sources.get(path) ?? ''), path).toBe(true);
  const planted = new Map([
    ['app/planted.ts', 'const reais = amountCents / 100;'],
    ['shop/planted.ts', 'return readReais(text) ?? -1;'],
  ]);
  expect(findConversions(planted)).toHaveLength(2);
});
