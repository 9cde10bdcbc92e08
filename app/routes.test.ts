import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const KNOWN =
  /^(default|loader|action|clientLoader|clientAction|meta|links|headers|handle|ErrorBoundary|shouldRevalidate)$/;

const listFiles = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...listFiles(children)]);

// The compiler takes `loader` and `action` out of what a browser gets, and nothing else of a server's.
test('a route exports nothing but what the router knows', () => {
  const files = [...new Set(listFiles(routes as RouteConfigEntry[]))];
  expect(files.length).toBeGreaterThan(100);
  const others = files.flatMap((file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    const named = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const listed = [...text.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(' as ').at(-1)),
    );
    return [...named, ...listed].filter((name = '') => !KNOWN.test(name)).map((name) => `${file} ${name}`);
  });
  expect(others).toEqual([]);
});
