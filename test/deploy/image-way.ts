import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../e2e/shop.ts';
import type { Way } from './ways.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMPOSE = join(ROOT, 'deploy/compose.yaml');
const IMAGE = 'localhost/fulgor-check';
const DEBIAN = 'localhost/fulgor-debian:13';
const TOOLS = ['buildah', 'podman', 'podman-compose', 'debootstrap', 'runc', 'iptables'];
/** What Debian leaves out of its own slim image. */
const NOT_SLIM = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
];
const PROJECT = 'fulgor-check';
const CONTAINER = `${PROJECT}_shop_1`;
const NETWORK = `${PROJECT}_shop`;
const VOLUME = `${PROJECT}_storage`;
const MEGABYTE = 1_000_000;
// The machine of a check may be a container itself, which can neither raise limits nor make groups for itself.
const ENGINE = ['--runtime=runc', '--cgroup-manager=cgroupfs'];
const LIMITS = ['--ulimit=nofile=8192:8192', '--ulimit=nproc=4096:4096'];

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * MEGABYTE,
  });
  if (status === 0) return stdout.trim();
  throw new Error(
    `${command} ${args.join(' ')}: ${error?.message ?? `${stdout.slice(-2000)}\n${stderr.slice(-4000)}`}`,
  );
}
const podman = (...args: string[]) => run('podman', [...ENGINE, ...args]);

/** The Dockerfile built by buildah, and started by podman as compose.yaml says. One check at a time on a machine. */
export const imageWay: Way = {
  title: 'the image behind Caddy, as compose.yaml starts it',
  missing() {
    if (process.getuid?.() !== 0) return 'only root may build it here';
    const absent = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
    return absent.length === 0 ? null : `there is no ${absent.join(' and no ')} on this machine`;
  },
  async prepare(address) {
    await buildImage();
    removeLeft();
    const folder = mkdtempSync(join(tmpdir(), 'fulgor-compose-'));
    const port = await freePort();
    const { file, subnet, gateway } = readCompose(port);
    writeFileSync(join(folder, 'compose.yaml'), file);
    writeFileSync(join(folder, '.env'), `SHOP_DOMAIN=${address}\n`);
    // podman-compose before 1.0.6 does not read `ipam`.
    podman('network', 'create', `--subnet=${subnet}`, `--gateway=${gateway}`, NETWORK);
    const compose = (...args: string[]) =>
      spawnSync(
        'podman-compose',
        [`--project-name=${PROJECT}`, `--podman-run-args=${[...ENGINE, ...LIMITS].join(' ')}`, ...args],
        { cwd: folder, encoding: 'utf8' },
      );
    const isRunning = () => podman('ps', '--quiet', `--filter=name=^${CONTAINER}$`) !== '';
    const writeSettings = (env: Record<string, string>) =>
      writeFileSync(
        join(folder, 'shop.env'),
        Object.entries(env)
          .map(([key, value]) => `${key}=${value}\n`)
          .join(''),
      );

    return {
      upstream: `127.0.0.1:${port}`,
      storage: () => podman('volume', 'inspect', '--format={{.Mountpoint}}', VOLUME),
      run(command, env) {
        if (isRunning())
          return spawnSync('podman', [...ENGINE, 'exec', CONTAINER, ...command.split(' ')], {
            encoding: 'utf8',
          });
        writeSettings(env);
        // `podman-compose run` of Debian 12 starts the shop as well, and loses the exit code.
        const options = ['--rm', ...LIMITS, '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL'];
        const settings = [`--env-file=${join(folder, 'shop.env')}`, `--volume=${VOLUME}:/storage`];
        return spawnSync(
          'podman',
          [...ENGINE, 'run', ...options, ...settings, IMAGE, ...command.split(' ')],
          { encoding: 'utf8' },
        );
      },
      async start(env) {
        writeSettings(env);
        const { stdout, stderr } = compose('up', '-d', 'shop');
        if (!isRunning()) throw new Error(`${stdout}\n${stderr}`);
        return {
          output: () => podman('logs', CONTAINER),
          hasEnded: () => !isRunning(),
          async stop() {
            if (!isRunning()) return null;
            podman('stop', '--time=40', CONTAINER);
            const code = Number(podman('inspect', '--format={{.State.ExitCode}}', CONTAINER));
            podman('rm', CONTAINER);
            return code;
          },
        };
      },
      async remove() {
        removeLeft();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** Also what a check has left that was killed. */
function removeLeft(): void {
  for (const left of [
    ['rm', '--force', '--time=0', CONTAINER],
    ['network', 'rm', '--force', NETWORK],
    ['volume', 'rm', '--force', VOLUME],
  ])
    spawnSync('podman', [...ENGINE, ...left]);
}

/** The file as it is, but for the image of this check and a free port. */
function readCompose(port: number): { file: string; subnet: string; gateway: string } {
  const text = readFileSync(COMPOSE, 'utf8');
  const replace = (whole: string, part: string, by: string) => {
    if (!whole.includes(part)) throw new Error(`compose.yaml has no ${part}`);
    return whole.replace(part, by);
  };
  let file = replace(text, '    image: fulgor\n    build: ..\n', `    image: ${IMAGE}\n`);
  file = replace(file, '127.0.0.1:3000:80', `127.0.0.1:${port}:80`);
  const [, subnet = '', gateway = ''] = /- subnet: (\S+)\n\s+gateway: (\S+)/.exec(text) ?? [];
  return { file, subnet, gateway };
}

/** Layers of an earlier check are used again. It does not block, because other checks run meanwhile. */
async function buildImage(): Promise<void> {
  // A network with an authority of its own: npm in the image has to know it too.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const trusted = authority
    ? [`--volume=${authority}:/authority.pem:ro`, '--build-arg=NODE_EXTRA_CA_CERTS=/authority.pem']
    : [];
  const options = ['--layers', '--format=docker', '--isolation=chroot', '--network=host', ...trusted];
  const child = spawn(
    'buildah',
    ['build', ...options, `--build-arg=DEBIAN=${findDebian()}`, `--tag=${IMAGE}`, '.'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => void (output += text.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`buildah ended with ${code}:\n${output.slice(-4000)}`);
}

/** The system of Debian's own image, made from its packages: no registry of images is asked. It is kept for the next run. */
function findDebian(): string {
  if (spawnSync('buildah', ['inspect', '--type=image', DEBIAN]).status === 0) return DEBIAN;
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-debian-'));
  const base = join(folder, 'base');
  mkdirSync(base);
  run('debootstrap', ['--variant=minbase', 'trixie', base]);
  for (const name of NOT_SLIM)
    if (existsSync(join(base, name))) rmSync(join(base, name), { recursive: true });
  const container = run('buildah', ['from', 'scratch']);
  run('buildah', ['add', '--quiet', container, base, '/']);
  run('buildah', ['config', '--cmd', '/bin/bash', container]);
  run('buildah', ['commit', '--quiet', '--rm', container, DEBIAN]);
  rmSync(folder, { recursive: true });
  return DEBIAN;
}

export function readImage(): { Size: number; Config: object } {
  return (JSON.parse(podman('image', 'inspect', IMAGE)) as [{ Size: number; Config: object }])[0];
}

/** What its HEALTHCHECK says: 0 is well. */
export const checkHealth = (): number | null =>
  spawnSync('podman', [...ENGINE, 'healthcheck', 'run', CONTAINER]).status;
