// What a newcomer gets: the last commit in an empty folder, with nothing beside it, tested by its own `npm test`.
// A file that was never committed, or a test that reads something beside the project, shows itself here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OUTSIDE } from './find-outside.mjs';
import { withoutProjectTools } from '../install/find-node.mjs';
import { readTestOutput } from './read-counts.mjs';
import { projectRoot, runCommand } from '../run/run-command.mjs';

/** What needs neither a database nor a browser. */
const STAGES = ['lint', 'types', 'unit'];

/**
 * Clones what `source` has checked out, a branch or a bare commit, into a new folder under `place`.
 * @returns {Promise<{ ok: true, folder: string, commit: string } | { ok: false, reason: string }>} `reason`: a
 * sentence for the developer; `source` is not the root of a checkout
 */
export async function cloneHead(place, source = fileURLToPath(projectRoot)) {
  const alone = join(place, 'alone');
  const settings = join(place, 'gitconfig');
  mkdirSync(alone, { recursive: true });
  // In a container the checkout often belongs to somebody else.
  writeFileSync(settings, '[safe]\n\tdirectory = *\n');
  const env = { ...process.env, GIT_CONFIG_GLOBAL: settings };
  // A hook of git sets these, and they would lead every command back to its own repository.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']) delete env[name];
  const git = async (cwd, ...args) => {
    // What is only asked may be answered with no; a command that has to work says why it did not.
    const stdio = ['ignore', 'pipe', args[0] === 'rev-parse' ? 'ignore' : 2];
    const { code, output } = await runCommand('git', args, { cwd, env, stdio, onOutput: () => {} });
    return { code, output: output.trim() };
  };
  const prefix = await git(source, 'rev-parse', '--show-prefix');
  if (prefix.code === 127) return { ok: false, reason: 'aqui não há git' };
  if (prefix.code !== 0 || prefix.output !== '') {
    return { ok: false, reason: 'a pasta do projeto não é a raiz de um checkout do git' };
  }
  const head = await git(source, 'rev-parse', '--verify', 'HEAD');
  if (head.code !== 0) return { ok: false, reason: 'ainda não há um commit' };
  const folder = join(alone, 'fulgor');
  const steps = [
    [alone, 'clone', '--quiet', '--no-checkout', source, folder],
    [folder, 'checkout', '--quiet', '--detach', head.output],
  ];
  for (const [cwd, ...args] of steps) {
    const { code } = await git(cwd, ...args);
    if (code !== 0) throw new Error(`git ${args[0]} saiu com ${code}`);
  }
  return { ok: true, folder, commit: head.output };
}

/**
 * One check: the clone's own run ends without a failure.
 * @param {{ place: string, source?: string, timeoutSeconds: number, onOutput: (text: string) => void }} options `place`: a folder that
 * the caller takes away
 * @returns {Promise<import('./read-counts.mjs').Counts>}
 */
export async function testClone({ place, source, timeoutSeconds, onOutput }) {
  const clone = await cloneHead(place, source);
  if (!clone.ok) {
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      skippedNames: [`npm test › um clone sozinho: ${clone.reason}`],
    };
  }
  const env = { ...withoutProjectTools(), npm_config_prefer_offline: 'true' };
  for (const name of [...OUTSIDE, 'TEST_DATABASE_URL']) delete env[name];
  const onWindows = process.platform === 'win32';
  const args = ['test', '--', `--only=${STAGES.join(',')}`];
  const { code, output, timedOut } = await runCommand(
    onWindows ? 'cmd' : 'npm',
    onWindows ? ['/c', 'npm', ...args] : args,
    { cwd: clone.folder, env, timeoutSeconds, onOutput },
  );
  if (timedOut) throw new Error(`parou depois de ${timeoutSeconds} s`);
  const counts = readTestOutput(output);
  if (!counts) throw new Error(`o npm test do clone saiu com ${code} sem a última linha`);
  const complaints = counts.complaints?.map((complaint) => `no clone: ${complaint}`);
  if (counts.failed > 0) {
    return { passed: 0, failed: 1, skipped: 0, note: `no clone ${counts.failed} falharam`, complaints };
  }
  if (code !== 0) throw new Error(`o npm test do clone saiu com ${code}`);
  if (counts.passed === 0) throw new Error('no clone nada rodou');
  const note = `no clone de ${clone.commit.slice(0, 8)} ${counts.passed} passaram e ${counts.skipped} foram pulados`;
  return { passed: 1, failed: 0, skipped: 0, note, complaints };
}
