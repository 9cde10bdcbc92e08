import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../e2e/shop.ts';
import type { Way } from './ways.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'scripts/package.mjs');
const UNIT = join(ROOT, 'deploy/systemd/fulgor.service');
const NOBODY = 65_534;

/** The folder of `npm run package`, started with the settings of fulgor.service by a user who owns only its data. */
export const packageWay: Way = {
  title: 'a packaged folder behind Caddy, with the settings of fulgor.service',
  missing: () => null,
  async prepare(address) {
    const place = mkdtempSync(join(tmpdir(), 'fulgor-package-'));
    const folder = join(place, 'shop');
    const made = spawnSync(process.execPath, [PACKAGE, folder], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    const storage = join(place, 'storage');
    mkdirSync(storage);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      chmodSync(place, 0o755);
      chownSync(storage, NOBODY, NOBODY);
    }
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const port = await freePort();
    const baseEnv = {
      PATH: '/usr/bin:/bin',
      HOME: storage,
      ...readUnit(),
      PORT: String(port),
      DATA_DIR: storage,
      APP_URL: `https://${address}`,
    };
    return {
      upstream: `127.0.0.1:${port}`,
      storage: () => storage,
      run: (command, env) =>
        spawnSync(
          command.replace('fulgor', join(folder, 'bin/fulgor')).replace('/hooks', join(folder, 'hooks')),
          { shell: true, env: { ...baseEnv, ...env }, cwd: storage, encoding: 'utf8', ...user },
        ),
      async start(env) {
        const child = spawn(join(folder, 'bin/fulgor'), ['main'], {
          env: { ...baseEnv, ...env },
          cwd: storage,
          stdio: ['ignore', 'pipe', 'pipe'],
          ...user,
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text: Buffer) => void (output += text.toString()));
        const exited = once(child, 'exit');
        return {
          output: () => output,
          hasEnded: () => child.exitCode !== null,
          async stop() {
            if (child.exitCode !== null) return null;
            child.kill('SIGTERM');
            return (await exited)[0] as number | null;
          },
        };
      },
      remove: () => rm(place, { recursive: true, force: true }),
    };
  },
};

/** What the unit sets. */
function readUnit(): Record<string, string> {
  const [, line = ''] = /^Environment=(.+)$/m.exec(readFileSync(UNIT, 'utf8')) ?? [];
  return Object.fromEntries(line.split(' ').map((setting) => setting.split('=', 2) as [string, string]));
}
