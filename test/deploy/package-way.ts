import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../e2e/shop.ts';
import type { Way } from './ways.ts';

const PACKAGE = resolve(import.meta.dirname, '../../scripts/package.mjs');
const NOBODY = 65_534;

/** The folder of `npm run package`, started with nothing else as fulgor.service does, by a user who owns only its data. */
export const packageWay: Way = {
  title: 'a packaged folder behind Caddy',
  missing: () => null,
  async prepare() {
    const place = mkdtempSync(join(tmpdir(), 'fulgor-package-'));
    const folder = join(place, 'shop');
    const made = spawnSync(process.execPath, [PACKAGE, folder], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    const storage = join(place, 'storage');
    mkdirSync(storage);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      spawnSync('chmod', ['755', place]);
      chownSync(storage, NOBODY, NOBODY);
    }
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const port = await freePort();
    const baseEnv = {
      PATH: '/usr/bin:/bin',
      HOME: storage,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: storage,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    return {
      upstream: `127.0.0.1:${port}`,
      storage,
      fromInside: (url) => url,
      run: (command, env) =>
        spawnSync(
          command.replace('fulgor', join(folder, 'bin/fulgor')).replace('/hooks', join(folder, 'hooks')),
          { shell: true, env: { ...baseEnv, ...env }, cwd: storage, encoding: 'utf8', ...user },
        ),
      async start(env) {
        const child = spawn(join(folder, 'bin/fulgor'), [], {
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
