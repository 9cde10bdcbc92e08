import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneHead, testClone } from '../scripts/test/clone-alone.mjs';
import { hasGit } from './sources/find-git.ts';

const folder = mkdtempSync(join(tmpdir(), 'fulgor-clones-'));
const project = join(folder, 'project');
let commits: string[];
let places = 0;

const newPlace = () => join(folder, `place-${++places}`);
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@exemplo.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** A project whose `npm test` prints this and what it finds around the clone. */
function commitTest(says: string, code = 0): string {
  const script = `
    const { existsSync } = require('node:fs');
    console.log(process.argv.slice(2).join(), process.env.CATALOG_MIRROR, existsSync('../shared'));
    console.log(${JSON.stringify(says)});
    process.exitCode = ${code};`;
  writeFileSync(join(project, 'test.cjs'), script);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts: { test: 'node test.cjs' } }));
  git(project, 'add', '-A');
  git(project, 'commit', '--quiet', '--message', says);
  return git(project, 'rev-parse', 'HEAD');
}

beforeAll(() => {
  if (!hasGit) return;
  mkdirSync(join(folder, 'shared'));
  mkdirSync(project);
  git(project, 'init', '--quiet', '--initial-branch=main');
  commits = [
    commitTest(
      [
        '── pulados\n  shop/b.test.ts (1)',
        '✗ shop/a.test.ts › breaks\n    AssertionError: expected 1 to be 2',
        '── resumo\nFALHA  tipos  0 passaram  1 falharam  0 pulados  1.0 s  saiu com 1',
        '1 passed, 2 failed',
      ].join('\n\n'),
      1,
    ),
    commitTest('nothing to count'),
    commitTest(
      '✗ shop/a.test.ts › stumbles [só na segunda tentativa]\n\n── resumo\nok     unidade  3 passaram  0 falharam  4 pulados  1.0 s\n\n3 passed, 0 failed',
    ),
    commitTest('3 passed, 0 failed', 1),
  ];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasGit)(
  'what is committed is cloned, alone, from a branch, a bare commit, a worktree and a shallow clone',
  async () => {
    writeFileSync(join(project, 'never-added.txt'), '');
    const worktree = join(folder, 'worktree');
    const shallow = join(folder, 'shallow');
    git(project, 'worktree', 'add', '--quiet', '--detach', worktree, commits[1] ?? '');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${project}`, shallow);
    for (const [source, commit] of [
      [project, commits[3]],
      [worktree, commits[1]],
      [shallow, commits[3]],
    ] as const) {
      const clone = await cloneHead(newPlace(), source);
      if (!clone.ok) throw new Error(clone.reason);
      expect(clone.commit).toBe(commit);
      expect(git(clone.folder, 'rev-parse', 'HEAD')).toBe(commit);
      expect(readdirSync(clone.folder).toSorted()).toEqual(['.git', 'package.json', 'test.cjs']);
      expect(readdirSync(dirname(clone.folder))).toEqual(['fulgor']);
    }
    git(project, 'worktree', 'remove', '--force', worktree);
  },
);

test.skipIf(!hasGit)(
  'a folder that is no checkout, or lies in one of something else, is named and not cloned',
  async () => {
    const inside = join(project, 'inside');
    mkdirSync(inside);
    for (const source of [folder, inside]) {
      expect(await cloneHead(newPlace(), source)).toMatchObject({ ok: false });
    }
    const counts = await testClone({
      place: newPlace(),
      source: folder,
      timeoutSeconds: 60,
      onOutput: () => {},
    });
    expect(counts).toMatchObject({ passed: 0, failed: 0, skipped: 1 });
    expect(counts.skippedNames).toEqual([
      expect.stringContaining('um clone sozinho: a pasta do projeto não'),
    ]);
  },
);

test.skipIf(!hasGit)(
  "the clone's own run is one check: its failures and its silence are failures, its skips are told",
  async () => {
    vi.stubEnv('CATALOG_MIRROR', '/somewhere');
    let output = '';
    const run = async (commit = '') => {
      git(project, 'checkout', '--quiet', '--detach', commit);
      return testClone({
        place: newPlace(),
        source: project,
        timeoutSeconds: 60,
        onOutput: (text) => void (output += text),
      });
    };
    expect(await run(commits[0])).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      note: 'no clone 2 falharam',
      complaints: [
        'no clone: FALHA  tipos  0 passaram  1 falharam  0 pulados  1.0 s  saiu com 1',
        'no clone: shop/a.test.ts › breaks\n    AssertionError: expected 1 to be 2',
      ],
    });
    await expect(run(commits[1])).rejects.toThrow('sem a última linha');
    await expect(run(commits[3])).rejects.toThrow('saiu com 1');
    expect(await run(commits[2])).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      note: `no clone de ${commits[2]?.slice(0, 8)} 3 passaram e 4 foram pulados`,
      complaints: ['no clone: shop/a.test.ts › stumbles [só na segunda tentativa]'],
    });
    expect(output).toContain('--only=lint,types,unit undefined false');
    vi.unstubAllEnvs();
  },
);
