import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listTrackedFiles } from './sources/find-git.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
// The shop's own tree, the programs that only tests and benchmarks start, and the clients that others take along.
const trees = [
  '',
  'test/servers/',
  'test/security/',
  'bench/tools/',
  'clients/typescript/',
  'clients/mcp/',
].map((folder) => ({
  folder,
  manifest: readJson(`${folder}package.json`),
  lock: readJson(`${folder}package-lock.json`),
}));

describe.each(trees)('dependencies of ./$folder', ({ folder, manifest, lock }) => {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies'];

  // shows: threat 44, threat F17
  it('are named with exact versions', () => {
    const all = groups.flatMap((group) => Object.entries(manifest[group] ?? {}));
    expect(all.length).toBeGreaterThan(1);
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it('are the same in the lock file', () => {
    for (const group of groups) expect(lock.packages[''][group]).toEqual(manifest[group]);
  });

  // shows: threat 44
  it('are locked without naming a host to fetch them from', () => {
    const entries = Object.values<Record<string, unknown>>(lock.packages);
    expect(entries.length).toBeGreaterThan(folder.startsWith('clients/') ? 30 : 100);
    expect(entries.filter((entry) => 'resolved' in entry)).toEqual([]);
  });
});

it("the shop's tree is locked for every platform, or npm ci refuses (cure: npm run lock)", () => {
  const check = spawnSync(process.execPath, ['scripts/complete-lock.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(check.stdout).toBe('package-lock.json: 0 entries missing\n');
});

const tracked = listTrackedFiles(root);

describe.skipIf(!tracked)('tracked files (checkout of git)', () => {
  const files = (tracked ?? []).filter(
    (file) => existsSync(join(root, file)) && statSync(join(root, file)).size < 2e6,
  );

  function guilty(pattern: RegExp): string[] {
    return files.filter((file) => {
      const content = readFileSync(join(root, file));
      return !content.includes(0) && pattern.test(content.toString('utf8'));
    });
  }

  it('name no registry host and no folder of the machine they were written on', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(guilty(/https?:\/\/(?:registry|deb|npm|proxy)\.[a-z]/)).toEqual([]);
    // The folder of this very checkout, and homes and work folders in general.
    expect(guilty(new RegExp(`${root.replace(/\/$/, '')}|/(?:home|Users|work)/\\w`))).toEqual([]);
  });

  it('hold no key and no test that is switched off', () => {
    expect(guilty(/-----BEGIN [A-Z ]*PRIVATE KEY-----\n/)).toEqual([]);
    const switchedOff = new RegExp(String.raw`^\s*(?:it|test|describe)\.(?:only|skip|todo|fixme)\(`, 'm');
    expect(guilty(switchedOff)).toEqual([]);
  });

  it('name the zone of the shop in one place', () => {
    const zone = new RegExp(['America', 'Sao_Paulo'].join('/'));
    const program = /^(?:app|shop|catalogs|db|gateways|jobs|emails|demo|server)\/(?!.*\.test\.tsx?$)/;
    expect(guilty(zone).filter((file) => program.test(file))).toEqual(['shop/text/shop-zone.ts']);
  });

  it('leave data, builds and dependencies out', () => {
    expect(files.filter((file) => /^(?:node_modules|build|data|\.react-router)\//.test(file))).toEqual([]);
  });
});
