import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Which modules of OpenTelemetry this loads, in a process of its own: here other tests have loaded them. */
async function loadedBy(script: string): Promise<string[]> {
  const watched = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    ${script}
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', watched], {
    cwd: root,
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.length).toBeGreaterThan(1);
  return loaded.filter((url) => url.includes('@opentelemetry'));
}

const startWith = (env: object | null) => `
  const { startTracing } = await import('./server/tracing/start-tracing.ts');
  const { stop } = await startTracing(${JSON.stringify(env)}, {});
  await stop();`;

test('nothing of OpenTelemetry is loaded unless a collector is named', async () => {
  expect(await loadedBy(startWith(null))).toEqual([]);
  const env = { endpoint: 'http://127.0.0.1:9', sampler: 'always_on', samplerArg: 1, exportsMetrics: true };
  expect((await loadedBy(startWith(env))).length).toBeGreaterThan(20);
});

test('its one door is opened only there', () => {
  const files = globSync('{app,shop,catalogs,gateways,jobs,db,server,emails,demo}/**/*.{ts,tsx}', {
    cwd: root,
  })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
  const naming = (text: RegExp) => files.filter(({ source }) => text.test(source)).map(({ path }) => path);
  expect(naming(/'@opentelemetry\//)).toEqual([
    'server/tracing/describe-figures.ts',
    'server/tracing/open-telemetry.ts',
  ]);
  expect(naming(/from '[^']*describe-figures\.ts'/)).toEqual(['server/tracing/open-telemetry.ts']);
  expect(naming(/from '[^']*open-telemetry\.ts'/)).toEqual([]);
  expect(naming(/import\('[^']*open-telemetry\.ts'\)/)).toEqual(['server/tracing/start-tracing.ts']);
});

test('the library of the accounts, which loads it wherever it is installed, does not load it here', async () => {
  const signIn = `
    const { createAuth } = await import('./server/auth/auth.ts');
    const kysely = await import('kysely');
    const db = new kysely.Kysely({
      dialect: {
        createAdapter: () => new kysely.PostgresAdapter(),
        createDriver: () => new kysely.DummyDriver(),
        createIntrospector: (all) => new kysely.PostgresIntrospector(all),
        createQueryCompiler: () => new kysely.PostgresQueryCompiler(),
      },
    });
    const shop = { firstSettings: { brandName: 'Fulgor' }, log: { warn() {}, error() {} } };
    const auth = createAuth({ appUrl: 'http://localhost:3000', authSecret: 's'.repeat(40) }, { db }, shop);
    const answer = await auth.handler(
      new Request('http://localhost:3000/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
        body: JSON.stringify({ email: 'ninguem@exemplo.com', password: 'segredo1' }),
      }),
    );
    if (answer.status !== 401) throw new Error('It answered ' + answer.status);
    await new Promise((done) => setTimeout(done, 100));`;
  expect(await loadedBy(signIn)).toEqual([]);
});
