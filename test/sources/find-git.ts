import { spawnSync } from 'node:child_process';

export const hasGit = spawnSync('git', ['--version']).status === 0;

/** What is committed or added, by its path in the project; null in a folder that is no checkout of git. */
export function listTrackedFiles(root: string): string[] | null {
  // In a container the checkout often belongs to somebody else.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = status === 0 ? stdout.split('\0').filter(Boolean) : [];
  return files.length > 0 ? files : null;
}
