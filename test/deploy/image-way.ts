import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Place, Way } from './ways.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const IMAGE = 'localhost/fulgor-check';
const DEBIAN = 'localhost/fulgor-debian:13';
const TOOLS = ['buildah', 'podman', 'debootstrap', 'runc'];
/** What Debian leaves out of its own slim image. */
const NOT_SLIM = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
];
const USER = 1000;
const MEGABYTE = 1_000_000;
// The machine of a check may be a container itself, which can neither raise limits nor make groups for itself.
const ENGINE = ['--runtime=runc', '--cgroup-manager=cgroupfs'];
const LIMITS = ['--ulimit=nofile=8192:8192', '--ulimit=nproc=4096:4096'];
// What compose.yaml asks for.
const HARDENED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--sysctl=net.ipv4.ip_unprivileged_port_start=80',
];

function run(command: string, args: string[], cwd = ROOT): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * MEGABYTE,
  });
  if (status === 0) return stdout.trim();
  throw new Error(
    `${command} ${args.join(' ')}: ${error?.message ?? `${stdout.slice(-2000)}\n${stderr.slice(-4000)}`}`,
  );
}
const podman = (...args: string[]) => run('podman', [...ENGINE, ...args]);

/** The Dockerfile built by buildah and run by podman, with nothing writable but `/storage`. */
export const imageWay: Way = {
  title: 'the image behind Caddy',
  missing() {
    if (process.getuid?.() !== 0) return 'only root may build it here';
    const absent = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
    return absent.length === 0 ? null : `there is no ${absent.join(' and no ')} on this machine`;
  },
  async prepare() {
    // A network with an authority of its own: npm in the image has to know it too.
    const authority = process.env.NODE_EXTRA_CA_CERTS;
    const trusted = authority
      ? [`--volume=${authority}:/authority.pem:ro`, '--build-arg=NODE_EXTRA_CA_CERTS=/authority.pem']
      : [];
    run('buildah', [
      'build',
      '--layers',
      '--format=docker',
      '--isolation=chroot',
      '--network=host',
      ...trusted,
      `--build-arg=DEBIAN=${findDebian()}`,
      `--tag=${IMAGE}`,
      '.',
    ]);

    const storage = mkdtempSync(join(tmpdir(), 'fulgor-storage-'));
    chownSync(storage, USER, USER);
    chmodSync(storage, 0o700);
    const { gateway } = JSON.parse(
      podman('network', 'inspect', 'podman', '--format={{json (index .Subnets 0)}}'),
    ) as { gateway: string };
    const name = `fulgor-check-${process.pid}`;
    const address = gateway.replace(/\d+$/, '77');
    const volume = `--volume=${storage}:/storage`;
    const settings = (env: Record<string, string>) =>
      Object.entries({ ...env, TRUSTED_PROXIES: gateway }).map(([key, value]) => `--env=${key}=${value}`);
    const doors: ReturnType<typeof createServer>[] = [];
    const isRunning = () => podman('ps', '--quiet', `--filter=name=^${name}$`) !== '';

    return {
      upstream: `${address}:80`,
      storage,
      name,
      fromInside(url) {
        const port = Number(new URL(url).port);
        const door = createServer((socket) => {
          const inside = connect(port, '127.0.0.1');
          socket
            .on('error', () => inside.destroy())
            .pipe(inside)
            .on('error', () => socket.destroy())
            .pipe(socket);
        });
        // The bridge has its address once a container is on it.
        podman(
          'run',
          '--rm',
          '--network=bridge',
          ...LIMITS,
          '--detach',
          '--name',
          `${name}-bridge`,
          IMAGE,
          'sleep',
          '900',
        );
        door.listen(port, gateway);
        doors.push(door);
        return `http://${gateway}:${port}`;
      },
      run(command, env) {
        const args = isRunning()
          ? ['exec', name, ...command.split(' ')]
          : [
              'run',
              '--rm',
              '--network=bridge',
              ...LIMITS,
              ...HARDENED,
              volume,
              ...settings(env),
              IMAGE,
              ...command.split(' '),
            ];
        return spawnSync('podman', [...ENGINE, ...args], { encoding: 'utf8' });
      },
      async start(env) {
        podman(
          'run',
          '--detach',
          '--name',
          name,
          '--network=bridge',
          `--ip=${address}`,
          ...LIMITS,
          ...HARDENED,
          volume,
          ...settings(env),
          IMAGE,
        );
        return {
          output: () => podman('logs', name),
          hasEnded: () => !isRunning(),
          async stop() {
            if (!isRunning()) return null;
            podman('stop', '--time=40', name);
            const code = Number(podman('inspect', '--format={{.State.ExitCode}}', name));
            podman('rm', name);
            return code;
          },
        };
      },
      async remove() {
        for (const door of doors) door.close();
        for (const left of [name, `${name}-bridge`])
          spawnSync('podman', [...ENGINE, 'rm', '--force', '--time=0', left]);
        await rm(storage, { recursive: true, force: true });
      },
    };
  },
};

/** Debian's own image, or where no registry is in reach the same system made from its packages. It is kept for the next run. */
function findDebian(): string {
  if (spawnSync('buildah', ['inspect', '--type=image', DEBIAN]).status === 0) return DEBIAN;
  if (spawnSync('buildah', ['pull', '--quiet', 'docker.io/library/debian:13-slim']).status === 0)
    return 'docker.io/library/debian:13-slim';
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-debian-'));
  const base = join(folder, 'base');
  mkdirSync(base);
  run('debootstrap', ['--variant=minbase', 'trixie', base]);
  return importDebian(base, folder);
}

function importDebian(base: string, folder: string): string {
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
export const checkHealth = ({ name = '' }: Place): number | null =>
  spawnSync('podman', [...ENGINE, 'healthcheck', 'run', name]).status;
