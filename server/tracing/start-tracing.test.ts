import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** In a process of its own: what one test has loaded stays in the memory of the others. */
async function loadedWith(env: object | null): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { startTracing } = await import('./server/tracing/start-tracing.ts');
    const { stop } = await startTracing(${JSON.stringify(env)}, {});
    await stop();
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  });
  return JSON.parse(stdout) as string[];
}

test('nothing of OpenTelemetry is loaded unless a collector is named', async () => {
  const isLibrary = (url: string) => url.includes('@opentelemetry');
  const quiet = await loadedWith(null);
  expect(quiet.length).toBeGreaterThan(1);
  expect(quiet.filter(isLibrary)).toEqual([]);
  const env = { endpoint: 'http://127.0.0.1:9', sampler: 'always_on', samplerArg: 1 };
  expect((await loadedWith(env)).filter(isLibrary).length).toBeGreaterThan(20);
});

test('its one door is opened only there', () => {
  const files = globSync('{app,shop,gateways,jobs,db,server,emails,demo}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
  const naming = (text: RegExp) => files.filter(({ source }) => text.test(source)).map(({ path }) => path);
  expect(naming(/'@opentelemetry\//)).toEqual(['server/tracing/open-telemetry.ts']);
  expect(naming(/from '[^']*open-telemetry\.ts'/)).toEqual([]);
  expect(naming(/import\('[^']*open-telemetry\.ts'\)/)).toEqual(['server/tracing/start-tracing.ts']);
});
